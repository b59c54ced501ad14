package java.util.regex;

/** The code of a regular expression. */
final class Program {

    /** Pairs of an operation of {@link Compiler} and its operand. */
    final int[] code;
    final String[] sets;

    /** Names of groups by their numbers, as far as they have one. */
    final String[] names;

    /** Number of groups, the match itself included. */
    final int groups;

    /** Places for positions: two for each group, and others. */
    final int slots;

    Program(int[] code, String[] sets, String[] names, int groups, int slots) {
        this.code = code;
        this.sets = sets;
        this.names = names;
        this.groups = groups;
        this.slots = slots;
    }

    /** The number of a group, or -1. */
    int group(String name) {
        for (int i = 1; i < groups && i < names.length; ++i) {
            if (name.equals(names[i])) {
                return i;
            }
        }
        return -1;
    }
}
