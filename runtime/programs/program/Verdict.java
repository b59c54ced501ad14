package program;

/**
 * The verdict of a program on its own results: prints them, compares them with what is right, and gives the exit status.
 *
 * <p>A program makes one, prints and checks, and calls {@link #end()} as its last act.
 */
public final class Verdict {

    private final String program;
    private int failures;
    private StringBuilder text;

    /** The verdict of the program of that name. */
    public Verdict(String program) {
        this.program = program;
    }

    /** The length of a run: the program's only argument, a number from 1 on. A wrong one ends the program with status 2. */
    public static int length(String[] args) {
        if (args.length == 1) {
            try {
                int length = Integer.parseInt(args[0]);
                if (length > 0) {
                    return length;
                }
            } catch (NumberFormatException e) {
                // The same message as for a number that is out of range.
            }
        }
        System.err.println("the only argument is the length of the run, a number from 1 on");
        System.exit(2);
        return 0;
    }

    /** Prints a result that depends on the length of the run. */
    public void show(String what, int value) {
        line(what).append(value);
        print();
    }

    /** Prints a checksum that depends on the length of the run. */
    public void checksum(String what, int value) {
        hex(line(what), value);
        print();
    }

    /** Prints a result and compares it with the right one. */
    public void equal(String what, int expected, int actual) {
        line(what).append(actual);
        if (actual != expected) {
            ++failures;
            text.append(", wrong: ").append(expected).append(" is right");
        }
        print();
    }

    /** Prints a checksum and compares it with the right one. */
    public void equalChecksum(String what, int expected, int actual) {
        hex(line(what), actual);
        if (actual != expected) {
            ++failures;
            hex(text.append(", wrong: "), expected);
            text.append(" is right");
        }
        print();
    }

    /** Prints whether something holds that always has to. */
    public void holds(String what, boolean condition) {
        line(what).append(condition ? "yes" : "NO");
        if (!condition) {
            ++failures;
        }
        print();
    }

    /** Prints the verdict; the status is 1 if a check failed. */
    public void end() {
        if (failures == 0) {
            System.out.println(program + ": ok");
        } else {
            System.out.println(program + ": " + failures + " wrong");
            System.exit(1);
        }
    }

    /** Begins a line; the value starts in a column of its own. */
    private StringBuilder line(String what) {
        text = new StringBuilder("  ").append(what);
        do {
            text.append(' ');
        } while (text.length() < 24);
        return text;
    }

    private void print() {
        System.out.println(text.toString());
    }

    private static void hex(StringBuilder text, int value) {
        for (int shift = 28; shift >= 0; shift -= 4) {
            text.append(Character.forDigit(value >>> shift & 15, 16));
        }
    }
}
