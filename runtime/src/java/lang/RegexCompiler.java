package java.lang;

import java.util.regex.PatternSyntaxException;

/**
 * Turns a regular expression into the code of {@link Regex}: characters, classes, groups, alternatives, quantifiers
 * (greedy and reluctant), {@code ^ $ \b \B} and quotations. Jumps are relative, so that code can be moved and copied.
 */
final class RegexCompiler {

    static final int CHAR = 0;
    static final int ANY = 1;
    static final int SET = 2;
    static final int SPLIT = 3;
    static final int SPLIT_LAZY = 4;
    static final int JUMP = 5;
    static final int SAVE = 6;
    static final int CHECK = 7;
    static final int BEGIN = 8;
    static final int END = 9;
    static final int EDGE = 10;
    static final int NO_EDGE = 11;
    static final int MATCH = 12;

    private static final int LAST_CHARACTER = 0xffff;

    private final String text;
    private int index;

    /** Pairs of operation and operand. */
    private int[] code = new int[64];
    private int length;

    private String[] sets = new String[4];
    private int setCount;

    /** Slots for positions: two for each group, then one for each loop. */
    private int groups = 1;
    private int loops;

    private RegexCompiler(String text) {
        this.text = text;
    }

    static Regex compile(String text) {
        RegexCompiler compiler = new RegexCompiler(text);
        compiler.alternatives(false);
        compiler.emit(MATCH, 0);
        return compiler.finish();
    }

    /** Loops have numbers from -1 down while the number of groups is not known. */
    private Regex finish() {
        for (int i = 0; i < length; i += 2) {
            if ((code[i] == SAVE || code[i] == CHECK) && code[i + 1] < 0) {
                code[i + 1] = 2 * groups - 1 - code[i + 1];
            }
        }
        return new Regex(code, sets, groups, 2 * groups + loops);
    }

    private PatternSyntaxException bad(String what, int at) {
        return new PatternSyntaxException(what, text, at);
    }

    private UnsupportedOperationException missing(String what) {
        return new UnsupportedOperationException("regular expression: " + what + " in " + text);
    }

    private void insert(int at, int operation, int operand) {
        if (length + 2 > code.length) {
            int[] longer = new int[code.length << 1];
            System.arraycopy(code, 0, longer, 0, length);
            code = longer;
        }
        System.arraycopy(code, at, code, at + 2, length - at);
        code[at] = operation;
        code[at + 1] = operand;
        length += 2;
    }

    private void emit(int operation, int operand) {
        insert(length, operation, operand);
    }

    private void copy(int from, int to) {
        for (int i = from; i < to; i += 2) {
            emit(code[i], code[i + 1]);
        }
    }

    private boolean at(char c) {
        return index < text.length() && text.charAt(index) == c;
    }

    private boolean take(char c) {
        boolean there = at(c);
        if (there) {
            ++index;
        }
        return there;
    }

    /** Reads alternatives up to the end of the group or of the text. */
    private void alternatives(boolean inGroup) {
        int begin = length;
        int branch = length;
        while (true) {
            if (index == text.length()) {
                if (inGroup) {
                    throw bad("Unclosed group", index);
                }
                break;
            }
            if (at(')')) {
                if (!inGroup) {
                    throw bad("Unmatched closing ')'", index - 1);
                }
                break;
            }
            if (take('|')) {
                insert(branch, SPLIT, length - branch + 4);
                emit(JUMP, 0);
                branch = length;
            } else {
                int atom = length;
                atom();
                quantifier(atom);
            }
        }
        // Each branch but the last ends with a jump to the end; these are the jumps without a distance.
        for (int i = begin; i < branch; i += 2) {
            if (code[i] == JUMP && code[i + 1] == 0) {
                code[i + 1] = length - i;
            }
        }
    }

    private void atom() {
        char c = text.charAt(index++);
        switch (c) {
            case '(':
                group();
                break;
            case '[':
                emit(SET, addSet(characterClass()));
                break;
            case '.':
                emit(ANY, 0);
                break;
            case '^':
                emit(BEGIN, 0);
                break;
            case '$':
                emit(END, 0);
                break;
            case '*':
            case '+':
            case '?':
                throw bad("Dangling meta character '" + c + "'", index - 1);
            case '\\':
                escape();
                break;
            default:
                emit(CHAR, c);
                break;
        }
    }

    private void group() {
        int slot = -1;
        if (take('?')) {
            if (!take(':')) {
                throw missing("(?");
            }
        } else {
            slot = groups++;
            emit(SAVE, 2 * slot);
        }
        alternatives(true);
        ++index;
        if (slot >= 0) {
            emit(SAVE, 2 * slot + 1);
        }
    }

    private void escape() {
        if (index == text.length()) {
            throw bad("Unexpected internal error", index);
        }
        char c = text.charAt(index);
        if (c == 'b' || c == 'B') {
            ++index;
            emit(c == 'b' ? EDGE : NO_EDGE, 0);
        } else if (c == 'Q') {
            int end = text.indexOf("\\E", index);
            int stop = end < 0 ? text.length() : end;
            for (int i = index + 1; i < stop; ++i) {
                emit(CHAR, text.charAt(i));
            }
            index = end < 0 ? stop : end + 2;
        } else {
            String set = escapedSet();
            if (set != null) {
                emit(SET, addSet(set));
            } else {
                emit(CHAR, escapedCharacter());
            }
        }
    }

    private int addSet(String set) {
        if (setCount == sets.length) {
            String[] longer = new String[setCount << 1];
            System.arraycopy(sets, 0, longer, 0, setCount);
            sets = longer;
        }
        sets[setCount] = set;
        return setCount++;
    }

    /** The ranges, as pairs of characters, of an escape that stands for several; or null, and nothing is read. */
    private String escapedSet() {
        char c = text.charAt(index);
        String set;
        switch (c) {
            case 'd':
            case 'D':
                set = "09";
                break;
            case 's':
            case 'S':
                set = "\t\r  ";
                break;
            case 'w':
            case 'W':
                set = "09AZ__az";
                break;
            case 'p':
            case 'P':
                ++index;
                set = property();
                break;
            default:
                return null;
        }
        ++index;
        return c < 'a' ? complement(set) : set;
    }

    private String property() {
        int end = text.indexOf('}', index);
        if (!at('{') || end < 0) {
            throw missing("\\p");
        }
        String name = text.substring(index + 1, end);
        index = end;
        switch (name) {
            case "Lower":
                return "az";
            case "Upper":
                return "AZ";
            case "Alpha":
                return "AZaz";
            case "Digit":
                return "09";
            case "Alnum":
                return "09AZaz";
            case "Punct":
                return "!/:@[`{~";
            case "Space":
                return "\t\r  ";
            case "XDigit":
                return "09AFaf";
            default:
                throw missing("\\p{" + name + "}");
        }
    }

    /** Everything that ranges, which are in order and apart from each other, leave out. */
    private static String complement(String set) {
        StringBuilder rest = new StringBuilder();
        int next = 0;
        for (int i = 0; i < set.length(); i += 2) {
            if (set.charAt(i) > next) {
                rest.append((char) next).append((char) (set.charAt(i) - 1));
            }
            next = set.charAt(i + 1) + 1;
        }
        if (next <= LAST_CHARACTER) {
            rest.append((char) next).append((char) LAST_CHARACTER);
        }
        return rest.toString();
    }

    private char escapedCharacter() {
        char c = text.charAt(index++);
        switch (c) {
            case 't':
                return '\t';
            case 'n':
                return '\n';
            case 'r':
                return '\r';
            case 'f':
                return '\f';
            case 'a':
                return 7;
            case 'e':
                return 27;
            case 'x':
                index += 2;
                return (char) Integer.parseInt(text.substring(index - 2, index), 16);
            case 'u':
                index += 4;
                return (char) Integer.parseInt(text.substring(index - 4, index), 16);
            default:
                if (Character.isLetterOrDigit(c)) {
                    throw missing("\\" + c);
                }
                return c;
        }
    }

    /** Reads a class behind its bracket; the first character says whether it is a negated one. */
    private String characterClass() {
        StringBuilder ranges = new StringBuilder();
        boolean negated = take('^');
        ranges.append(negated ? '^' : ' ');
        boolean first = true;
        while (first || !at(']')) {
            first = false;
            if (index == text.length()) {
                throw bad("Unclosed character class", index - 1);
            }
            if (at('[') || text.startsWith("&&", index)) {
                throw missing("a class in a class");
            }
            if (take('\\')) {
                String set = escapedSet();
                if (set != null) {
                    ranges.append(set);
                    continue;
                }
                --index;
            }
            char low = classCharacter();
            char high = low;
            if (at('-') && index + 1 < text.length() && text.charAt(index + 1) != ']') {
                ++index;
                high = classCharacter();
                if (high < low) {
                    throw bad("Illegal character range", index - 1);
                }
            }
            ranges.append(low).append(high);
        }
        ++index;
        return ranges.toString();
    }

    private char classCharacter() {
        char c = text.charAt(index++);
        return c == '\\' ? escapedCharacter() : c;
    }

    private int number() {
        int start = index;
        while (index < text.length() && Character.isDigit(text.charAt(index))) {
            ++index;
        }
        if (start == index) {
            throw bad("Illegal repetition", start);
        }
        return Integer.parseInt(text.substring(start, index));
    }

    private void quantifier(int atom) {
        int least = 0;
        int most = -1;
        if (take('+')) {
            least = 1;
        } else if (take('?')) {
            most = 1;
        } else if (take('{')) {
            least = number();
            most = least;
            if (take(',')) {
                most = at('}') ? -1 : number();
            }
            if (!take('}')) {
                throw bad("Unclosed counted closure", index);
            }
        } else if (!take('*')) {
            return;
        }
        int split = take('?') ? SPLIT_LAZY : SPLIT;
        if (at('+')) {
            throw missing("a possessive quantifier");
        }
        repeat(atom, least, most, split);
    }

    /** Repeats the code from an index to the end. */
    private void repeat(int atom, int least, int most, int split) {
        int end = length;
        int size = end - atom;
        for (int i = 1; i < least; ++i) {
            copy(atom, end);
        }
        if (most < 0) {
            int body = length;
            if (least == 0) {
                body = atom;
            } else {
                copy(atom, end);
            }
            // A round that reads nothing must not be followed by another one.
            int loop = -1 - loops++;
            insert(body, SAVE, loop);
            emit(CHECK, loop);
            insert(body, split, length - body + 4);
            emit(JUMP, body - length);
        } else {
            for (int i = least; i < most; ++i) {
                int body = length;
                if (i == 0) {
                    body = atom;
                } else {
                    int source = least == 0 ? atom + 2 : atom;
                    copy(source, source + size);
                }
                insert(body, split, 0);
            }
            // Whoever leaves out one leaves out all behind it.
            for (int at = atom + least * size; at < length && most > least; at += size + 2) {
                code[at + 1] = length - at;
            }
            if (most == 0) {
                length = atom;
            }
        }
    }
}
