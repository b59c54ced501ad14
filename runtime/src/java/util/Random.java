package java.util;

import java.util.function.DoubleSupplier;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Random numbers of a linear congruence: 48 bits, times 0x5deece66d, plus 11. The sequence of a seed is the same on
 * every machine.
 */
public class Random implements java.io.Serializable {

    private static final long FACTOR = 0x5deece66dL;
    private static final long MASK = (1L << 48) - 1;

    /** Counts up for each generator without a seed, so that two made in one microsecond differ. */
    private static long unique;

    private long state;

    /** Normal numbers come in pairs: the second one, if it was not asked for yet. */
    private double second;
    private boolean hasSecond;

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
    public synchronized void setSeed(long seed) {
        state = (seed ^ FACTOR) & MASK;
        hasSecond = false;
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

    /** The next int from one number up to another. */
    public int nextInt(int from, int to) {
        if (from >= to) {
            throw new IllegalArgumentException("bound must be greater than origin");
        }
        int range = to - from;
        int bits = nextInt();
        if (range < 0) {
            // More than half of all ints.
            while (bits < from || bits >= to) {
                bits = nextInt();
            }
            return bits;
        }
        if ((range & range - 1) == 0) {
            return from + (bits & range - 1);
        }
        int half = bits >>> 1;
        while (half + (range - 1) - half % range < 0) {
            half = nextInt() >>> 1;
        }
        return from + half % range;
    }

    /** The next long from 0 up to a bound. */
    public long nextLong(long bound) {
        if (bound <= 0) {
            throw new IllegalArgumentException("bound must be positive");
        }
        return nextLong(0, bound);
    }

    /** The next long from one number up to another. */
    public long nextLong(long from, long to) {
        if (from >= to) {
            throw new IllegalArgumentException("bound must be greater than origin");
        }
        long range = to - from;
        long bits = nextLong();
        if (range < 0) {
            while (bits < from || bits >= to) {
                bits = nextLong();
            }
            return bits;
        }
        if ((range & range - 1) == 0) {
            return from + (bits & range - 1);
        }
        long half = bits >>> 1;
        while (half + (range - 1) - half % range < 0) {
            half = nextLong() >>> 1;
        }
        return from + half % range;
    }

    /** The next double from 0 up to a bound. */
    public double nextDouble(double bound) {
        if (!(bound > 0 && bound < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("bound must be finite and positive");
        }
        double number = nextDouble() * bound;
        return number < bound ? number : Math.nextDown(bound);
    }

    /** The next double from one number up to another. */
    public double nextDouble(double from, double to) {
        if (!(from < to && to - from < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("bound must be greater than origin");
        }
        double number = nextDouble() * (to - from) + from;
        return number < to ? number : Math.nextDown(to);
    }

    /** The next number of a normal distribution around 0 with deviation 1: the polar method of the documentation. */
    public synchronized double nextGaussian() {
        if (hasSecond) {
            hasSecond = false;
            return second;
        }
        double a;
        double b;
        double square;
        do {
            a = 2 * nextDouble() - 1;
            b = 2 * nextDouble() - 1;
            square = a * a + b * b;
        } while (square >= 1 || square == 0);
        double factor = Math.sqrt(-2 * Math.log(square) / square);
        second = b * factor;
        hasSecond = true;
        return a * factor;
    }

    /** Random ints without end. */
    public IntStream ints() {
        return IntStream.generate(new IntSupplier() {
            @Override
            public int getAsInt() {
                return nextInt();
            }
        });
    }

    /** A number of random ints. */
    public IntStream ints(long count) {
        checkCount(count);
        return ints().limit(count);
    }

    /** Random ints from one number up to another without end. */
    public IntStream ints(int from, int to) {
        if (!(from < to)) {
            throw new IllegalArgumentException("bound must be greater than origin");
        }
        return IntStream.generate(new IntSupplier() {
            @Override
            public int getAsInt() {
                return nextInt(from, to);
            }
        });
    }

    /** A number of random ints from one number up to another. */
    public IntStream ints(long count, int from, int to) {
        checkCount(count);
        return ints(from, to).limit(count);
    }

    /** Random longs without end. */
    public LongStream longs() {
        return LongStream.generate(new LongSupplier() {
            @Override
            public long getAsLong() {
                return nextLong();
            }
        });
    }

    /** A number of random longs. */
    public LongStream longs(long count) {
        checkCount(count);
        return longs().limit(count);
    }

    /** Random longs from one number up to another without end. */
    public LongStream longs(long from, long to) {
        if (!(from < to)) {
            throw new IllegalArgumentException("bound must be greater than origin");
        }
        return LongStream.generate(new LongSupplier() {
            @Override
            public long getAsLong() {
                return nextLong(from, to);
            }
        });
    }

    /** A number of random longs from one number up to another. */
    public LongStream longs(long count, long from, long to) {
        checkCount(count);
        return longs(from, to).limit(count);
    }

    /** Random doubles without end. */
    public DoubleStream doubles() {
        return DoubleStream.generate(new DoubleSupplier() {
            @Override
            public double getAsDouble() {
                return nextDouble();
            }
        });
    }

    /** A number of random doubles. */
    public DoubleStream doubles(long count) {
        checkCount(count);
        return doubles().limit(count);
    }

    /** Random doubles from one number up to another without end. */
    public DoubleStream doubles(double from, double to) {
        if (!(from < to)) {
            throw new IllegalArgumentException("bound must be greater than origin");
        }
        return DoubleStream.generate(new DoubleSupplier() {
            @Override
            public double getAsDouble() {
                return nextDouble(from, to);
            }
        });
    }

    /** A number of random doubles from one number up to another. */
    public DoubleStream doubles(long count, double from, double to) {
        checkCount(count);
        return doubles(from, to).limit(count);
    }

    private static void checkCount(long count) {
        if (count < 0) {
            throw new IllegalArgumentException("size must be non-negative");
        }
    }
}
