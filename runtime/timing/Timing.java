package timing;

/**
 * Runs every bytecode that is carried out in Java, on operands that matter, so that an observer of the machine can count
 * its cycles ({@code jop isa --timing --java}).
 *
 * <p>Each case prints a line, {@code bytecode: operands}, and then executes the bytecode three times in a method of this
 * package: once to get everything into the method cache, once warm, and once with nothing of it in the cache.
 */
public final class Timing {

    /** Executions of a case. */
    static final int RUNS = 3;

    /** The execution with a cold method cache. */
    private static final int COLD = 2;

    /** More than the cases of one class need. */
    private static final int HANDLES = 400;

    private Timing() {
    }

    public static void main(String[] args) {
        Constants.run();
        Longs.run();
        Floats.run();
        Doubles.run();
        Conversions.run();
        Comparisons.run();
        Switches.run();
        storeHandles();
        Allocation.run();
        storeHandles();
        Types.run();
        References.run();
        storeHandles();
        Throws.run();
    }

    /** Announces a case. */
    static void start(String bytecode, String operands) {
        System.out.print(bytecode);
        System.out.print(": ");
        System.out.println(operands);
    }

    /**
     * Puts free handles in store: without them every 16th allocation makes new ones, which takes 2,200 cycles more, in some
     * case or other.
     */
    static void storeHandles() {
        for (int i = 0; i < HANDLES; ++i) {
            new Object();
        }
        System.gc();
    }

    /** Comes before each execution. */
    static void prepare(int run) {
        if (run == COLD) {
            Fill.first(false);
            Fill.second(false);
            Fill.third(false);
        }
    }
}
