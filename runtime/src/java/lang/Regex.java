package java.lang;

import java.util.regex.Pattern;

/** What texts do with regular expressions that are one character, which need no compiler. */
final class Regex {

    private Regex() {
    }

    /** Whether the expression is this character alone, which needs no compiler; -1 if it is not. */
    static int literal(String expression) {
        int length = expression.length();
        if (length == 1 && ".$|()[{^?*+\\".indexOf(expression.charAt(0)) < 0) {
            return expression.charAt(0);
        }
        if (length == 2 && expression.charAt(0) == '\\' && !Character.isLetterOrDigit(expression.charAt(1))) {
            return expression.charAt(1);
        }
        return -1;
    }

    /** The parts of a text between matches: see {@link String#split(String, int)}. */
    static String[] split(String text, String expression, int limit) {
        int literal = literal(expression);
        if (literal >= 0) {
            return split(text, literal, limit);
        }
        return Pattern.compile(expression).split(text, limit);
    }

    /** The parts between characters: counts them first. */
    private static String[] split(String string, int delimiter, int limit) {
        char[] text = string.value;
        int length = text.length;
        int found = 0;
        // Parts up to the last that is not empty.
        int filled = 0;
        int start = 0;
        for (int i = 0; i < length; ++i) {
            if (text[i] == delimiter && (limit <= 0 || found < limit - 1)) {
                ++found;
                if (i > start) {
                    filled = found;
                }
                start = 1 + i;
            }
        }
        if (found == 0) {
            return new String[] {string};
        }
        int count = limit != 0 || start < length ? 1 + found : filled;
        String[] parts = new String[count];
        start = 0;
        for (int i = 0; i < count; ++i) {
            int end = i == found ? length : start;
            while (i < found && text[end] != delimiter) {
                ++end;
            }
            parts[i] = string.substring(start, end);
            start = 1 + end;
        }
        return parts;
    }
}
