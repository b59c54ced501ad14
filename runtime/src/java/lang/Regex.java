package java.lang;

/** A compiled regular expression at work on a text; it goes back by a stack of its own. */
final class Regex {

    private final int[] code;
    private final String[] sets;
    private final int groups;

    /** Where groups begin and end and loops began, or -1. */
    private final int[] slots;

    /** What to go back to: pairs of code address and position, or of slot (negative) and its old content. */
    private int[] stack = new int[32];
    private int depth;

    private String text;

    Regex(int[] code, String[] sets, int groups, int slotCount) {
        this.code = code;
        this.sets = sets;
        this.groups = groups;
        slots = new int[slotCount];
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

    /** Whether all of a text matches. */
    boolean matches(String text) {
        this.text = text;
        return run(0, true);
    }

    /** Looks for a match from an index on. */
    boolean find(String text, int from) {
        this.text = text;
        for (int start = from; start <= text.length(); ++start) {
            if (run(start, false)) {
                return true;
            }
        }
        return false;
    }

    int start() {
        return slots[0];
    }

    int end() {
        return slots[1];
    }

    private void push(int a, int b) {
        if (depth + 2 > stack.length) {
            int[] longer = new int[stack.length << 1];
            System.arraycopy(stack, 0, longer, 0, depth);
            stack = longer;
        }
        stack[depth++] = a;
        stack[depth++] = b;
    }

    private boolean run(int start, boolean whole) {
        for (int i = 0; i < slots.length; ++i) {
            slots[i] = -1;
        }
        depth = 0;
        int pc = 0;
        int at = start;
        while (true) {
            int operand = code[pc + 1];
            boolean goes = true;
            switch (code[pc]) {
                case RegexCompiler.CHAR:
                    goes = at < text.length() && text.charAt(at++) == operand;
                    break;
                case RegexCompiler.ANY:
                    goes = at < text.length() && !endsLine(text.charAt(at++));
                    break;
                case RegexCompiler.SET:
                    goes = at < text.length() && contains(sets[operand], text.charAt(at++));
                    break;
                case RegexCompiler.SPLIT:
                    push(pc + operand, at);
                    break;
                case RegexCompiler.SPLIT_LAZY:
                    push(pc + 2, at);
                    pc += operand - 2;
                    break;
                case RegexCompiler.JUMP:
                    pc += operand - 2;
                    break;
                case RegexCompiler.SAVE:
                    push(~operand, slots[operand]);
                    slots[operand] = at;
                    break;
                case RegexCompiler.MATCH:
                    if (!whole || at == text.length()) {
                        slots[0] = start;
                        slots[1] = at;
                        return true;
                    }
                    goes = false;
                    break;
                default:
                    goes = holds(code[pc], operand, at);
                    break;
            }
            if (goes) {
                pc += 2;
                continue;
            }
            do {
                if (depth == 0) {
                    return false;
                }
                at = stack[--depth];
                pc = stack[--depth];
                if (pc < 0) {
                    slots[~pc] = at;
                }
            } while (pc < 0);
        }
    }

    /** Whether a condition that reads nothing holds. */
    private boolean holds(int operation, int operand, int at) {
        int length = text.length();
        switch (operation) {
            case RegexCompiler.CHECK:
                return slots[operand] != at;
            case RegexCompiler.BEGIN:
                return at == 0;
            case RegexCompiler.END:
                return at == length || at == length - 1 && endsLine(text.charAt(at))
                        && !(text.charAt(at) == '\n' && at > 0 && text.charAt(at - 1) == '\r')
                        || at == length - 2 && text.endsWith("\r\n");
            default:
                boolean edge = isWord(at - 1) != isWord(at);
                return edge == (operation == RegexCompiler.EDGE);
        }
    }

    private boolean isWord(int at) {
        return at >= 0 && at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_');
    }

    private static boolean endsLine(char c) {
        return c == '\n' || c == '\r' || c == '\u0085' || c == '\u2028' || c == '\u2029';
    }

    /** Whether ranges have a character; an odd number of characters begins with a sign whether they are negated. */
    private static boolean contains(String set, char c) {
        int i = set.length() & 1;
        boolean negated = i == 1 && set.charAt(0) == '^';
        for (; i < set.length(); i += 2) {
            if (c >= set.charAt(i) && c <= set.charAt(i + 1)) {
                return !negated;
            }
        }
        return negated;
    }

    /** The text with a replacement, in which $n is group n, for the first match or for all. */
    String replace(String text, String replacement, boolean all) {
        StringBuilder out = new StringBuilder();
        int done = 0;
        int from = 0;
        while (from <= text.length() && find(text, from)) {
            out.append(text, done, start());
            expand(out, replacement);
            done = end();
            from = end() == start() ? end() + 1 : end();
            if (!all) {
                break;
            }
        }
        return out.append(text, done, text.length()).toString();
    }

    private void expand(StringBuilder out, String replacement) {
        int length = replacement.length();
        for (int i = 0; i < length; ++i) {
            char c = replacement.charAt(i);
            if (c == '\\') {
                if (++i == length) {
                    throw new IllegalArgumentException("character to be escaped is missing");
                }
                out.append(replacement.charAt(i));
            } else if (c == '$') {
                i = expandGroup(out, replacement, i + 1);
            } else {
                out.append(c);
            }
        }
    }

    /** Appends a group; gives the index of the last digit of its number. */
    private int expandGroup(StringBuilder out, String replacement, int i) {
        int length = replacement.length();
        if (i == length) {
            throw new IllegalArgumentException("Illegal group reference: group index is missing");
        }
        int group = Character.digit(replacement.charAt(i), 10);
        if (group < 0) {
            throw new IllegalArgumentException("Illegal group reference");
        }
        if (group >= groups) {
            throw new IndexOutOfBoundsException("No group " + group);
        }
        while (i + 1 < length) {
            int digit = Character.digit(replacement.charAt(i + 1), 10);
            if (digit < 0 || group * 10 + digit >= groups) {
                break;
            }
            group = group * 10 + digit;
            ++i;
        }
        if (slots[2 * group] >= 0 && slots[2 * group + 1] >= 0) {
            out.append(text, slots[2 * group], slots[2 * group + 1]);
        }
        return i;
    }

    /** The parts of a text between matches: see {@link String#split(String, int)}. */
    static String[] split(String text, String expression, int limit) {
        int literal = literal(expression);
        if (literal >= 0) {
            return split(text, literal, limit);
        }
        Regex regex = RegexCompiler.compile(expression);
        String[] parts = new String[8];
        int count = 0;
        int start = 0;
        int from = 0;
        while (limit <= 0 || count < limit - 1) {
            int end = from <= text.length() && regex.find(text, from) ? regex.start() : -1;
            int next = end < 0 ? 0 : regex.end();
            if (end < 0) {
                break;
            }
            from = next == end ? next + 1 : next;
            if (next == 0) {
                // A match of nothing parts nothing at the beginning.
                continue;
            }
            parts = put(parts, count++, text.substring(start, end));
            start = next;
        }
        if (count == 0) {
            return new String[] {text};
        }
        parts = put(parts, count++, text.substring(start));
        while (limit == 0 && count > 0 && parts[count - 1].isEmpty()) {
            --count;
        }
        String[] result = new String[count];
        System.arraycopy(parts, 0, result, 0, count);
        return result;
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

    private static String[] put(String[] parts, int index, String part) {
        if (index == parts.length) {
            String[] longer = new String[index << 1];
            System.arraycopy(parts, 0, longer, 0, index);
            parts = longer;
        }
        parts[index] = part;
        return parts;
    }
}
