package java.util;

/**
 * Random numbers of a linear congruence: 48 bits, times 0x5deece66d, plus 11. The sequence of a seed is the same on
 * every machine.
 */
public class Random {

    private static final long FACTOR = 0x5deece66dL;
    private static final long MASK = (1L << 48) - 1;

    /** Counts up for each generator without a seed, so that two made in one microsecond differ. */
    private static long unique;

    private long state;

    /** A generator that starts anywhere. */
    public Random() {
        unique += 0x9e3779b97f4a7c15L;
        setSeed(unique ^ System.nanoTime());
    }

    /** A generator that starts at a seed. */
    public Random(long seed) {
        setSeed(seed);
    }

    /** Starts again at a seed. */
    public void setSeed(long seed) {
        state = (seed ^ FACTOR) & MASK;
    }

    /** The next number of 1 to 32 bits. */
    protected int next(int bits) {
        state = state * FACTOR + 11 & MASK;
        return (int) (state >>> 48 - bits);
    }

    /** The next int. */
    public int nextInt() {
        return next(32);
    }

    /** The next int from 0 up to a bound. */
    public int nextInt(int bound) {
        if (bound <= 0) {
            throw new IllegalArgumentException("bound must be positive");
        }
        int bits = next(31);
        if ((bound & bound - 1) == 0) {
            return (int) (bound * (long) bits >> 31);
        }
        int value = bits % bound;
        while (bits - value + (bound - 1) < 0) {
            // From the last, incomplete round of numbers: all must be equally likely.
            bits = next(31);
            value = bits % bound;
        }
        return value;
    }

    /** The next long. */
    public long nextLong() {
        return ((long) next(32) << 32) + next(32);
    }

    /** The next boolean. */
    public boolean nextBoolean() {
        return next(1) != 0;
    }

    /** The next float from 0 up to 1. */
    public float nextFloat() {
        return next(24) / 16777216f;
    }

    /** The next double from 0 up to 1. */
    public double nextDouble() {
        return (((long) next(26) << 27) + next(27)) * 0x1.0p-53;
    }

    /** Fills an array. */
    public void nextBytes(byte[] bytes) {
        for (int i = 0; i < bytes.length;) {
            int word = nextInt();
            for (int n = 4; n > 0 && i < bytes.length; --n) {
                bytes[i++] = (byte) word;
                word >>= 8;
            }
        }
    }
}
