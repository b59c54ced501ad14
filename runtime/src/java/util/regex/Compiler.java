package java.util.regex;

/**
 * Turns a regular expression into code: pairs of an operation and its operand. Jumps are relative, so that code can be
 * moved and copied. Open groups are on a stack of their own: the depth of an expression costs no calls.
 */
final class Compiler {

    static final int CHAR = 0;
    static final int CHAR_FOLDED = 1;
    static final int ANY = 2;
    static final int SET = 3;
    static final int SPLIT = 4;
    static final int SPLIT_LAZY = 5;
    static final int JUMP = 6;
    static final int SAVE = 7;
    static final int LEAVE_IF_EMPTY = 8;
    static final int MATCH = 9;
    /** Notes how high the stack of choices is; {@link #CUT} drops those above. */
    static final int MARK = 10;
    static final int CUT = 11;
    /** Drops them and fails. */
    static final int CUT_FAIL = 12;
    /** Goes back to a noted position. */
    static final int RETURN = 13;
    static final int BACK = 14;
    static final int AT = 15;
    static final int GROUP = 16;
    static final int GROUP_FOLDED = 17;
    // What follows reads nothing.
    static final int BEGIN = 18;
    static final int END = 19;
    static final int END_INPUT = 20;
    static final int BEGIN_LINE = 21;
    static final int END_LINE = 22;
    static final int EDGE = 23;
    static final int NO_EDGE = 24;
    static final int LAST_END = 25;

    // Kinds of groups.
    private static final int PLAIN = 0;
    private static final int ATOMIC = 1;
    private static final int AHEAD = 2;
    private static final int NOT_AHEAD = 3;
    private static final int BEHIND = 4;
    private static final int NOT_BEHIND = 5;

    private static final int ENDLESS = 1 << 20;
    private static final int LONGEST = 1 << 16;

    private final String text;
    private int flags;
    private int index;

    private int[] code = new int[64];
    private int length;
    private String[] sets = new String[4];
    private int setCount;
    private String[] names = new String[4];
    private int groups = 1;

    /** Slots beside those of groups: numbers from -1 down while the number of groups is not known. */
    private int others;

    /** Open groups; the last one is that at work. */
    private Open open = new Open(null, PLAIN, 0, 0, -1, 0);

    /** Where the code of the last atom begins. */
    private int atomStart;

    // How many characters the last atom reads.
    private int atomLeast;
    private int atomMost;

    private Compiler(String text, int flags) {
        this.text = text;
        this.flags = flags;
    }

    /** A group whose end was not read yet. */
    private static final class Open {

        final Open outer;
        final int kind;
        /** Where its code begins, and where its alternatives do. */
        final int atom;
        final int begin;
        final int slot;
        final int flags;
        int branch;
        int least;
        int most;
        int anyLeast = ENDLESS;
        int anyMost;

        Open(Open outer, int kind, int atom, int begin, int slot, int flags) {
            this.outer = outer;
            this.kind = kind;
            this.atom = atom;
            this.begin = begin;
            branch = begin;
            this.slot = slot;
            this.flags = flags;
        }

        void endBranch() {
            anyLeast = Math.min(anyLeast, least);
            anyMost = Math.max(anyMost, most);
            least = 0;
            most = 0;
        }
    }

    /** The program of an expression. */
    static Program compile(String text, int flags) {
        if ((flags & ~0x7f) != 0) {
            throw new UnsupportedOperationException("regular expression: flags " + flags + " of " + text);
        }
        Compiler compiler = new Compiler(text, flags);
        if ((flags & Pattern.LITERAL) != 0) {
            for (; compiler.index < text.length(); ++compiler.index) {
                compiler.emitCharacter(text.charAt(compiler.index));
            }
        } else {
            compiler.read();
        }
        compiler.emit(MATCH, 0);
        return compiler.finish();
    }

    private Program finish() {
        for (int i = 0; i < length; i += 2) {
            int operation = code[i];
            boolean hasSlot = operation == SAVE || operation == LEAVE_IF_EMPTY || operation >= MARK && operation <= AT
                    && operation != BACK;
            if (hasSlot && code[i + 1] < 0) {
                code[i + 1] = 2 * groups - 1 - code[i + 1];
            }
            if ((operation == GROUP || operation == GROUP_FOLDED) && code[i + 1] >= groups) {
                // A group that is not there never matches.
                code[i] = SET;
                code[i + 1] = addSet("");
            }
        }
        return new Program(code, sets, names, groups, 2 * groups + others);
    }

    private boolean has(int flag) {
        return (flags & flag) != 0;
    }

    private PatternSyntaxException bad(String what, int at) {
        return new PatternSyntaxException(what, text, at);
    }

    private UnsupportedOperationException missing(String what) {
        return new UnsupportedOperationException("regular expression: " + what + " in " + text);
    }

    private void insert(int at, int operation, int operand) {
        if (length + 2 > code.length) {
            if (length > LONGEST) {
                throw missing("too many repetitions");
            }
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

    private void emitCharacter(char c) {
        boolean ascii = c < 128 || has(Pattern.UNICODE_CASE);
        boolean folds = has(Pattern.CASE_INSENSITIVE) && ascii && Character.toLowerCase(c) != Character.toUpperCase(c);
        emit(folds ? CHAR_FOLDED : CHAR, folds ? Character.toLowerCase(c) : c);
    }

    private void emitSet(String set) {
        emit(SET, addSet(has(Pattern.CASE_INSENSITIVE) ? CharacterSets.folded(set, has(Pattern.UNICODE_CASE)) : set));
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

    private void copy(int from, int to) {
        for (int i = from; i < to; i += 2) {
            insert(length, code[i], code[i + 1]);
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

    /** Blanks and comments, if they mean nothing. */
    private void skip() {
        if (!has(Pattern.COMMENTS)) {
            return;
        }
        while (index < text.length()) {
            char c = text.charAt(index);
            if (c == '#') {
                while (index < text.length() && text.charAt(index) != '\n' && text.charAt(index) != '\r') {
                    ++index;
                }
            } else if (CharacterSets.contains(CharacterSets.SPACES, c)) {
                ++index;
            } else {
                return;
            }
        }
    }

    private void read() {
        while (true) {
            skip();
            if (index == text.length()) {
                break;
            }
            atomStart = length;
            if (take('|')) {
                insert(open.branch, SPLIT, length - open.branch + 4);
                emit(JUMP, 0);
                open.branch = length;
                open.endBranch();
                continue;
            }
            if (take('(')) {
                openGroup();
                continue;
            }
            if (take(')')) {
                if (open.outer == null) {
                    throw bad("Unmatched closing ')'", index - 2);
                }
                atomStart = closeGroup();
            } else {
                atomLeast = 1;
                atomMost = 1;
                atom();
            }
            skip();
            quantifier(atomStart);
            open.least = Math.min(ENDLESS, open.least + atomLeast);
            open.most = Math.min(ENDLESS, open.most + atomMost);
        }
        if (open.outer != null) {
            throw bad("Unclosed group", index);
        }
        endAlternatives();
    }

    /** Each branch but the last ends with a jump to the end; these are the jumps without a distance. */
    private void endAlternatives() {
        for (int i = open.begin; i < open.branch; i += 2) {
            if (code[i] == JUMP && code[i + 1] == 0) {
                code[i + 1] = length - i;
            }
        }
        open.endBranch();
    }

    private void atom() {
        char c = text.charAt(index++);
        switch (c) {
            case '[':
                emit(SET, addSet(characterClass()));
                break;
            case '.':
                emitAny();
                break;
            case '^':
                emitNothing(has(Pattern.MULTILINE) ? BEGIN_LINE : BEGIN);
                break;
            case '$':
                emitNothing(has(Pattern.MULTILINE) ? END_LINE : END);
                break;
            case '*':
            case '+':
            case '?':
                throw bad("Dangling meta character '" + c + "'", index - 1);
            case '\\':
                escape();
                break;
            case '{':
                throw bad("Illegal repetition", index - 1);
            default:
                emitCharacter(c);
                break;
        }
    }

    private void emitAny() {
        if (has(Pattern.DOTALL)) {
            emit(SET, addSet("\0\uffff"));
        } else if (has(Pattern.UNIX_LINES)) {
            emit(SET, addSet(CharacterSets.complement("\n\n")));
        } else {
            emit(ANY, 0);
        }
    }

    private void emitNothing(int operation) {
        emit(operation, has(Pattern.UNIX_LINES) ? 1 : 0);
        atomLeast = 0;
        atomMost = 0;
    }

    private void openGroup() {
        int kind = PLAIN;
        int slot = -1;
        int outerFlags = flags;
        String name = null;
        if (take('?')) {
            if (index == text.length()) {
                throw bad("Unknown inline modifier", index);
            }
            char c = text.charAt(index++);
            if (c == '>') {
                kind = ATOMIC;
            } else if (c == '=') {
                kind = AHEAD;
            } else if (c == '!') {
                kind = NOT_AHEAD;
            } else if (c == '<' && (at('=') || at('!'))) {
                kind = at('=') ? BEHIND : NOT_BEHIND;
                ++index;
            } else if (c == '<') {
                name = groupName();
            } else if (c != ':') {
                --index;
                readFlags();
                if (take(')')) {
                    return;
                }
                ++index;
            }
        }
        if (kind == PLAIN && text.charAt(index - 1) == '(' || name != null) {
            slot = groups++;
            setName(slot, name);
        }
        int atom = length;
        if (kind != PLAIN) {
            emit(MARK, -1 - others++);
            if (kind == NOT_AHEAD || kind == NOT_BEHIND) {
                emit(SPLIT, 0);
            }
            if (kind == AHEAD || kind >= BEHIND) {
                emit(SAVE, -1 - others++);
            }
        } else if (slot >= 0) {
            emit(SAVE, 2 * slot);
        }
        open = new Open(open, kind, atom, length, slot, outerFlags);
    }

    /** Ends the group at work; gives the place where its code begins. */
    private int closeGroup() {
        endAlternatives();
        Open group = open;
        atomLeast = group.anyLeast;
        atomMost = group.anyMost;
        flags = group.flags;
        open = group.outer;
        int mark = group.kind == PLAIN ? 0 : code[group.atom + 1];
        int saved = mark - 1;
        switch (group.kind) {
            case PLAIN:
                if (group.slot >= 0) {
                    emit(SAVE, 2 * group.slot + 1);
                }
                return group.atom;
            case ATOMIC:
                emit(CUT, mark);
                return group.atom;
            case AHEAD:
                emit(CUT, mark);
                emit(RETURN, saved);
                break;
            case NOT_AHEAD:
                emit(CUT_FAIL, mark);
                break;
            default:
                lookBehind(group.begin);
                emit(AT, saved);
                emit(group.kind == BEHIND ? CUT : CUT_FAIL, mark);
                break;
        }
        if (group.kind == NOT_AHEAD || group.kind == NOT_BEHIND) {
            code[group.atom + 3] = length - group.atom - 2;
        }
        atomLeast = 0;
        atomMost = 0;
        return group.atom;
    }

    /** Goes back by each number of characters that the code from a place on can read. */
    private void lookBehind(int begin) {
        if (atomMost >= ENDLESS) {
            throw bad("Look-behind group does not have an obvious maximum length", index - 2);
        }
        if (atomMost - atomLeast > 255) {
            throw missing("so long a look-behind group");
        }
        int at = begin;
        for (int n = atomLeast; n <= atomMost; ++n) {
            if (n < atomMost) {
                insert(at, SPLIT, 6);
                insert(at + 2, BACK, n);
                // To the code behind the last way back.
                insert(at + 4, JUMP, 6 * (atomMost - n) - 2);
                at += 6;
            } else {
                insert(at, BACK, n);
            }
        }
    }

    private String groupName() {
        int start = index;
        while (index < text.length() && Character.isLetterOrDigit(text.charAt(index))) {
            ++index;
        }
        if (start == index || Character.isDigit(text.charAt(start))) {
            throw bad("capturing group name does not start with a Latin letter", start);
        }
        String name = text.substring(start, index);
        if (!take('>')) {
            throw bad("named capturing group is missing trailing '>'", index);
        }
        return name;
    }

    private void setName(int group, String name) {
        if (name != null && groupNamed(name) >= 0) {
            throw bad("Named capturing group <" + name + "> is already defined", index - 1);
        }
        if (group >= names.length) {
            String[] longer = new String[names.length << 1];
            System.arraycopy(names, 0, longer, 0, names.length);
            names = longer;
        }
        names[group] = name;
    }

    private int groupNamed(String name) {
        for (int i = 1; i < groups && i < names.length; ++i) {
            if (name.equals(names[i])) {
                return i;
            }
        }
        return -1;
    }

    /** Reads flags up to a bracket or a colon. */
    private void readFlags() {
        boolean on = true;
        while (index < text.length() && !at(')') && !at(':')) {
            char c = text.charAt(index++);
            int which = "dixmsu".indexOf(c);
            if (c == '-') {
                on = false;
            } else if (which < 0) {
                if (c == 'U') {
                    throw missing("(?U)");
                }
                throw bad("Unknown inline modifier", index - 1);
            } else {
                int flag = which < 3 ? which == 0 ? Pattern.UNIX_LINES : which == 1 ? Pattern.CASE_INSENSITIVE : Pattern.COMMENTS
                        : which == 3 ? Pattern.MULTILINE : which == 4 ? Pattern.DOTALL : Pattern.UNICODE_CASE;
                flags = on ? flags | flag : flags & ~flag;
            }
        }
        if (index == text.length()) {
            throw bad("Unknown inline modifier", index);
        }
    }

    private void escape() {
        if (index == text.length()) {
            throw bad("Unexpected internal error", index);
        }
        char c = text.charAt(index++);
        switch (c) {
            case 'b':
                if (text.startsWith("{g}", index)) {
                    throw missing("\\b{g}");
                }
                emitNothing(EDGE);
                return;
            case 'B':
                emitNothing(NO_EDGE);
                return;
            case 'A':
                emitNothing(BEGIN);
                return;
            case 'Z':
                emitNothing(END);
                return;
            case 'z':
                emitNothing(END_INPUT);
                return;
            case 'G':
                emitNothing(LAST_END);
                return;
            case 'Q':
                quotation();
                return;
            case 'R':
                emit(SPLIT, 8);
                emit(CHAR, '\r');
                emit(CHAR, '\n');
                emit(JUMP, 4);
                emit(SET, addSet(CharacterSets.LINES));
                atomMost = 2;
                return;
            case 'k':
                if (!take('<')) {
                    throw bad("\\k is not followed by '<' for named capturing group", index);
                }
                String name = groupName();
                if (groupNamed(name) < 0) {
                    throw bad("named capturing group <" + name + "> does not exist", index - 1);
                }
                emitReference(groupNamed(name));
                return;
            default:
                --index;
                if (c >= '1' && c <= '9') {
                    reference();
                    return;
                }
                String set = escapedSet();
                if (set != null) {
                    emitSet(set);
                } else {
                    emitCharacter(escapedCharacter());
                }
        }
    }

    /** The number of a group: digits as long as there are so many groups. */
    private void reference() {
        int group = text.charAt(index++) - '0';
        while (index < text.length() && text.charAt(index) >= '0' && text.charAt(index) <= '9') {
            int longer = group * 10 + text.charAt(index) - '0';
            if (longer >= groups) {
                break;
            }
            group = longer;
            ++index;
        }
        emitReference(group);
    }

    private void emitReference(int group) {
        emit(has(Pattern.CASE_INSENSITIVE) ? GROUP_FOLDED : GROUP, group);
        atomLeast = 0;
        atomMost = ENDLESS;
    }

    /** All but the last character stand for themselves; that one may be repeated. */
    private void quotation() {
        int end = text.indexOf("\\E", index);
        int stop = end < 0 ? text.length() : end;
        int count = stop - index;
        for (; index < stop; ++index) {
            emitCharacter(text.charAt(index));
        }
        index = end < 0 ? stop : end + 2;
        if (count > 1) {
            // The quantifier that may follow belongs to the last one.
            open.least = Math.min(ENDLESS, open.least + count - 1);
            open.most = Math.min(ENDLESS, open.most + count - 1);
            atomStart = length - 2;
        }
        if (count == 0) {
            atomLeast = 0;
            atomMost = 0;
        }
    }

    /** The set of an escape that stands for several characters; or null, and nothing is read. */
    private String escapedSet() {
        char c = text.charAt(index);
        String set;
        switch (c) {
            case 'd':
            case 'D':
                set = CharacterSets.DIGITS;
                break;
            case 's':
            case 'S':
                set = CharacterSets.SPACES;
                break;
            case 'w':
            case 'W':
                set = CharacterSets.WORDS;
                break;
            case 'h':
            case 'H':
                set = CharacterSets.BLANKS;
                break;
            case 'v':
            case 'V':
                set = CharacterSets.LINES;
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
        return c < 'a' ? CharacterSets.complement(set) : set;
    }

    private String property() {
        String name;
        if (at('{')) {
            int end = text.indexOf('}', index);
            if (end < 0) {
                throw bad("Unclosed character family", text.length() - 1);
            }
            name = text.substring(index + 1, end);
            index = end;
        } else if (index == text.length()) {
            throw bad("Illegal/unsupported escape sequence", index);
        } else {
            name = text.substring(index, index + 1);
        }
        String set = CharacterSets.property(name);
        if (set == null) {
            throw missing("\\p{" + name + "}");
        }
        return set;
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
                return hex(2, "hexadecimal");
            case 'u':
                return hex(4, "Unicode");
            case '0':
            case 'c':
            case 'N':
            case 'X':
                throw missing("\\" + c);
            default:
                if (c < 128 && Character.isLetterOrDigit(c)) {
                    throw bad("Illegal/unsupported escape sequence", index - 1);
                }
                return c;
        }
    }

    private char hex(int digits, String what) {
        int value = 0;
        for (int i = 0; i < digits; ++i) {
            int digit = index < text.length() ? Character.digit(text.charAt(index), 16) : -1;
            if (digit < 0) {
                if (digits == 2 && i == 0 && at('{')) {
                    throw missing("\\x{");
                }
                throw bad("Illegal " + what + " escape sequence", index);
            }
            value = value << 4 | digit;
            ++index;
        }
        return (char) value;
    }

    /** Reads a class behind its bracket. */
    private String characterClass() {
        boolean negated = take('^');
        StringBuilder ranges = new StringBuilder();
        String part = null;
        boolean first = true;
        while (true) {
            if (has(Pattern.COMMENTS)) {
                skip();
            }
            if (index == text.length()) {
                throw bad("Unclosed character class", index - 1);
            }
            if (text.startsWith("&&", index)) {
                index += 2;
                part = both(part, ranges);
                ranges.setLength(0);
                first = false;
            } else if (take('[')) {
                ranges.append(characterClass());
                first = false;
            } else if (at(']') && !first) {
                ++index;
                break;
            } else {
                first = false;
                range(ranges);
            }
        }
        String set = both(part, ranges);
        return negated ? CharacterSets.complement(set) : set;
    }

    /** What is in a set, which may be missing, and in ranges. */
    private String both(String part, StringBuilder ranges) {
        String set = CharacterSets.of(ranges);
        if (has(Pattern.CASE_INSENSITIVE)) {
            set = CharacterSets.folded(set, has(Pattern.UNICODE_CASE));
        }
        return part == null ? set : ranges.length() == 0 ? part : CharacterSets.both(part, set);
    }

    /** Reads a character, a range or an escape of a class. */
    private void range(StringBuilder ranges) {
        if (take('\\')) {
            if (index == text.length()) {
                throw bad("Unclosed character class", index - 1);
            }
            if (at('Q')) {
                throw missing("\\Q in a class");
            }
            String set = escapedSet();
            if (set != null) {
                ranges.append(set);
                return;
            }
            --index;
        }
        char low = classCharacter();
        char high = low;
        if (at('-') && index + 1 < text.length() && text.charAt(index + 1) != ']' && text.charAt(index + 1) != '[') {
            ++index;
            high = classCharacter();
            if (high < low) {
                throw bad("Illegal character range", index - 1);
            }
        }
        ranges.append(low).append(high);
    }

    private char classCharacter() {
        char c = text.charAt(index++);
        return c == '\\' && index < text.length() ? escapedCharacter() : c;
    }

    private int number() {
        int start = index;
        int value = 0;
        while (index < text.length() && text.charAt(index) >= '0' && text.charAt(index) <= '9') {
            value = value * 10 + text.charAt(index++) - '0';
            if (value > LONGEST) {
                throw missing("so many repetitions");
            }
        }
        if (start == index) {
            throw bad("Illegal repetition", start);
        }
        return value;
    }

    /** Reads how often the code from a place on is to be repeated. */
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
            if (most >= 0 && most < least) {
                throw bad("Illegal repetition range", index - 1);
            }
        } else if (!take('*')) {
            return;
        }
        boolean lazy = take('?');
        boolean possessive = !lazy && take('+');
        int mark = possessive ? -1 - others++ : 0;
        if (possessive) {
            insert(atom, MARK, mark);
        }
        repeat(possessive ? atom + 2 : atom, least, most, lazy ? SPLIT_LAZY : SPLIT);
        if (possessive) {
            emit(CUT, mark);
        }
        atomLeast = (int) Math.min(ENDLESS, (long) atomLeast * least);
        atomMost = most < 0 ? atomMost == 0 ? 0 : ENDLESS : (int) Math.min(ENDLESS, (long) atomMost * most);
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
            if (atomLeast == 0) {
                // A round that reads nothing is the last one.
                int loop = -1 - others++;
                insert(body, SAVE, loop);
                emit(LEAVE_IF_EMPTY, loop);
            }
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
