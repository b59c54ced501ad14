package demo;

/**
 * An int loop for benchmarks: no output but the result, no objects.
 *
 * <p>The first argument is the number of rounds; a round takes about 2000 cycles.
 */
public final class Compute {

    private static final int ROUNDS = 5000;
    private static final int STEPS = 32;

    private Compute() {
    }

    /** Runs the loop and prints its result. */
    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : ROUNDS;
        int state = 1;
        for (int i = 0; i < rounds; ++i) {
            state = round(state);
        }
        System.out.println(state);
    }

    /** A few steps of a generator of the kind x = x ^ x << a ^ ..., with a multiplication. */
    private static int round(int state) {
        for (int i = STEPS; i > 0; --i) {
            state ^= state << 13;
            state ^= state >>> 17;
            state ^= state << 5;
            state += i * state;
        }
        return state;
    }
}
