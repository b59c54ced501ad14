package java.util.regex;

/** A program at work on a text; it goes back by a stack of its own. */
final class Search {

    private final int[] code;
    private final String[] sets;
    final String text;

    /** The part of the text that is looked at. */
    final int low;
    final int high;

    /** Where groups begin and end, or -1; behind them what loops and looks around note. */
    final int[] slots;

    /** Whether the end was reached: more text could change the result. */
    boolean hitEnd;

    /** Where the last match ended. */
    int lastEnd;

    /** What to go back to: pairs of code address and position, or of slot (negative) and its old content. */
    private int[] stack = new int[32];
    private int depth;

    Search(Program program, String text, int low, int high) {
        code = program.code;
        sets = program.sets;
        slots = new int[program.slots];
        this.text = text;
        this.low = low;
        this.high = high;
        lastEnd = low;
    }

    /** Looks for a match from an index on. */
    boolean find(int from) {
        int first = code[0];
        int operand = code[1];
        hitEnd = false;
        for (int start = from; start <= high; ++start) {
            // Most places are none to begin at: that is soon seen.
            if (start < high && (first == Compiler.CHAR && text.charAt(start) != operand
                    || first == Compiler.SET && !CharacterSets.contains(sets[operand], text.charAt(start)))) {
                continue;
            }
            if (run(start, false)) {
                return true;
            }
        }
        hitEnd = true;
        return false;
    }

    /** Whether there is a match at an index, up to the end if it has to be. */
    boolean matches(int start, boolean whole) {
        hitEnd = false;
        return run(start, whole);
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
        clear();
        int pc = 0;
        int at = start;
        while (true) {
            int operand = code[pc + 1];
            boolean goes = true;
            switch (code[pc]) {
                case Compiler.CHAR:
                    goes = at < high ? text.charAt(at++) == operand : atEnd();
                    break;
                case Compiler.CHAR_FOLDED:
                case Compiler.ANY:
                case Compiler.SET:
                    goes = at < high ? accepts(code[pc], operand, text.charAt(at++)) : atEnd();
                    break;
                case Compiler.SPLIT:
                    push(pc + operand, at);
                    break;
                case Compiler.SPLIT_LAZY:
                    push(pc + 2, at);
                    pc += operand - 2;
                    break;
                case Compiler.JUMP:
                    pc += operand - 2;
                    break;
                case Compiler.SAVE:
                    push(~operand, slots[operand]);
                    slots[operand] = at;
                    break;
                case Compiler.LEAVE_IF_EMPTY:
                    if (slots[operand] == at) {
                        pc += 2;
                    }
                    break;
                case Compiler.MATCH:
                    if (!whole || at == high) {
                        slots[0] = start;
                        slots[1] = at;
                        lastEnd = at;
                        return true;
                    }
                    goes = false;
                    break;
                case Compiler.RETURN:
                    at = slots[operand];
                    break;
                case Compiler.BACK:
                    at -= operand;
                    goes = at >= low;
                    break;
                case Compiler.GROUP:
                case Compiler.GROUP_FOLDED:
                    int end = repeated(operand, at, code[pc] == Compiler.GROUP_FOLDED);
                    goes = end >= 0;
                    at = end;
                    break;
                default:
                    goes = holds(code[pc], operand, at);
                    break;
            }
            if (goes) {
                pc += 2;
                continue;
            }
            pc = lastChoice();
            if (pc < 0) {
                return false;
            }
            at = stack[depth + 1];
        }
    }

    private void clear() {
        for (int i = 0; i < slots.length; ++i) {
            slots[i] = -1;
        }
        depth = 0;
    }

    private boolean accepts(int operation, int operand, char c) {
        switch (operation) {
            case Compiler.CHAR_FOLDED:
                return Character.toLowerCase(c) == operand;
            case Compiler.ANY:
                return !endsLine(c, 0);
            default:
                return CharacterSets.contains(sets[operand], c);
        }
    }

    /** Address of the choice taken off the stack, whose position is above it; -1 if none is left. */
    private int lastChoice() {
        while (depth > 0) {
            depth -= 2;
            int pc = stack[depth];
            if (pc >= 0) {
                return pc;
            }
            slots[~pc] = stack[depth + 1];
        }
        return -1;
    }

    private boolean atEnd() {
        hitEnd = true;
        return false;
    }

    /** Where the text of a group, which has to stand at a place, ends; -1 if it does not stand there. */
    private int repeated(int group, int at, boolean folded) {
        int from = slots[2 * group];
        int to = slots[2 * group + 1];
        if (from < 0 || to < 0) {
            return -1;
        }
        if (at + to - from > high) {
            hitEnd = true;
            return -1;
        }
        return text.regionMatches(folded, from, text, at, to - from) ? at + to - from : -1;
    }

    /** Drops the choices above a height; what slots held before stays known. */
    private void cut(int height) {
        int kept = height;
        for (int i = height; i < depth; i += 2) {
            if (stack[i] < 0) {
                stack[kept++] = stack[i];
                stack[kept++] = stack[i + 1];
            }
        }
        depth = kept;
    }

    /** Whether a condition that reads nothing holds; or does what moves neither address nor position. */
    private boolean holds(int operation, int operand, int at) {
        switch (operation) {
            case Compiler.MARK:
                push(~operand, slots[operand]);
                slots[operand] = depth;
                return true;
            case Compiler.CUT:
                cut(slots[operand]);
                return true;
            case Compiler.CUT_FAIL:
                int height = slots[operand];
                while (depth > height) {
                    depth -= 2;
                    if (stack[depth] < 0) {
                        slots[~stack[depth]] = stack[depth + 1];
                    }
                }
                return false;
            case Compiler.AT:
                return slots[operand] == at;
            case Compiler.BEGIN:
                return at == low;
            case Compiler.BEGIN_LINE:
                return at == low || at < high && endsLine(text.charAt(at - 1), operand)
                        && !(operand == 0 && text.charAt(at - 1) == '\r' && text.charAt(at) == '\n');
            case Compiler.END_INPUT:
                hitEnd |= at == high;
                return at == high;
            case Compiler.LAST_END:
                return at == lastEnd;
            case Compiler.END:
            case Compiler.END_LINE:
                return ends(operation == Compiler.END_LINE, operand, at);
            default:
                hitEnd |= at == high;
                return (isWord(at - 1) != isWord(at)) == (operation == Compiler.EDGE);
        }
    }

    /** Whether a line ends at a place, or the last one if only that counts. */
    private boolean ends(boolean anyLine, int unix, int at) {
        if (at == high) {
            hitEnd = true;
            return true;
        }
        char c = text.charAt(at);
        if (!endsLine(c, unix) || unix == 0 && c == '\n' && at > low && text.charAt(at - 1) == '\r') {
            return false;
        }
        if (anyLine) {
            return true;
        }
        int after = unix == 0 && c == '\r' && at + 1 < high && text.charAt(at + 1) == '\n' ? at + 2 : at + 1;
        hitEnd |= after == high;
        return after == high;
    }

    private boolean isWord(int at) {
        return at >= low && at < high && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_');
    }

    private static boolean endsLine(char c, int unix) {
        return c == '\n' || unix == 0 && (c == '\r' || c == '\u0085' || c == '\u2028' || c == '\u2029');
    }
}
