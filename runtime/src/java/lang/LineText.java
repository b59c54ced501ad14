package java.lang;

/** What strings do with lines and escapes. */
final class LineText {

    private LineText() {
    }

    /** Index of the end of a line that starts at an index. */
    private static int lineEnd(String text, int start) {
        int i = start;
        while (i < text.length() && text.charAt(i) != '\n' && text.charAt(i) != '\r') {
            ++i;
        }
        return i;
    }

    /** Index behind the end of a line. */
    private static int nextLine(String text, int end) {
        return end + (text.startsWith("\r\n", end) ? 2 : 1);
    }

    private static int blanks(String line) {
        return line.length() - line.stripLeading().length();
    }

    static String stripIndent(String text) {
        int length = text.length();
        int least = length;
        for (int start = 0; start <= length;) {
            int end = lineEnd(text, start);
            String line = text.substring(start, end);
            // A line of nothing but blanks counts only if it is the last.
            if (!line.isBlank() || end == length) {
                least = Math.min(least, blanks(line));
            }
            start = nextLine(text, end);
        }
        StringBuilder out = new StringBuilder(length);
        for (int start = 0; start <= length;) {
            int end = lineEnd(text, start);
            String line = text.substring(start, end);
            if (!line.isBlank()) {
                out.append(line.substring(least).stripTrailing());
            }
            if (end < length) {
                out.append('\n');
            }
            start = nextLine(text, end);
        }
        return out.toString();
    }

    static String indent(String text, int n) {
        int length = text.length();
        StringBuilder out = new StringBuilder(length);
        for (int start = 0; start < length;) {
            int end = lineEnd(text, start);
            String line = text.substring(start, end);
            if (n > 0) {
                out.append(" ".repeat(n)).append(line);
            } else {
                out.append(line.substring(Math.min(-n, blanks(line))));
            }
            out.append('\n');
            start = nextLine(text, end);
        }
        return out.toString();
    }

    static String translateEscapes(String text) {
        StringBuilder out = new StringBuilder();
        int length = text.length();
        for (int i = 0; i < length; ++i) {
            char c = text.charAt(i);
            if (c != '\\') {
                out.append(c);
                continue;
            }
            char escape = ++i < length ? text.charAt(i) : 0;
            int code = "btnfrs\"'\\".indexOf(escape);
            if (code >= 0) {
                out.append("\b\t\n\f\r \"'\\".charAt(code));
            } else if (escape >= '0' && escape <= '7') {
                int most = escape <= '3' ? 3 : 2;
                int value = 0;
                int end = i;
                while (end < length && end < i + most && Character.digit(text.charAt(end), 8) >= 0) {
                    value = value * 8 + text.charAt(end++) - '0';
                }
                i = end - 1;
                out.append((char) value);
            } else if (escape == '\r') {
                i = nextLine(text, i) - 1;
            } else if (escape != '\n') {
                throw new IllegalArgumentException(String.format("Invalid escape sequence: \\%c \\\\u%04X",
                        escape, (int) escape));
            }
        }
        return out.toString();
    }
}
