package java.lang;

/**
 * Sine, cosine and tangent.
 *
 * <p>An angle is a multiple of a quarter turn and a rest of at most an eighth, in two doubles; the rest goes into
 * polynomials. pi/2 is taken in parts whose products with the multiple are exact; for very large angles 2/pi is
 * multiplied as a whole number, from the bits that matter on. Cases and their limits are those of fdlibm, see below.
 */
final class Trigonometry {

    private static final double EIGHTH = 0x1.921fb54442d18p-1;
    private static final double TWO_OVER_PI = 0x1.45f306dc9c883p-1;

    /** pi/2 in three parts of 33 bits and a rest. */
    private static final double PART1 = 0x1.921fb54400000p+0;
    private static final double PART2 = 0x1.0b4611a600000p-34;
    private static final double PART3 = 0x1.3198a2e000000p-69;
    private static final double PART4 = 0x1.b839a252049c1p-104;

    private static final double LARGE = 0x1p20;

    /** What was left of the angle. */
    private double high;
    private double low;

    private Trigonometry() {
    }

    static double sin(double x) {
        return function(x, 0);
    }

    static double cos(double x) {
        return function(x, 1);
    }

    /** The sine of an angle and a number of quarter turns. */
    private static double function(double x, int shift) {
        if (x != x || Double.isInfinite(x)) {
            return Double.NaN;
        }
        if (Math.abs(x) <= EIGHTH) {
            return shift == 0 ? sine(x, 0) : cosine(x, 0);
        }
        Trigonometry rest = new Trigonometry();
        int quarter = rest.reduce(x) + shift;
        double result = (quarter & 1) == 0 ? sine(rest.high, rest.low) : cosine(rest.high, rest.low);
        return (quarter & 2) == 0 ? result : -result;
    }

    static double tan(double x) {
        if (x != x || Double.isInfinite(x)) {
            return Double.NaN;
        }
        if (Math.abs(x) < 0x1p-28) {
            return x;
        }
        Trigonometry rest = new Trigonometry();
        int quarter = 0;
        if (Math.abs(x) <= EIGHTH) {
            rest.high = x;
        } else {
            quarter = rest.reduce(x);
        }
        Twofold sine = sineParts(rest.high, rest.low);
        Twofold cosine = cosineParts(rest.high, rest.low);
        Twofold result = (quarter & 1) == 0 ? sine.over(cosine) : cosine.over(sine);
        double tangent = result.high + result.low;
        return (quarter & 1) == 0 ? tangent : -tangent;
    }

    private static Twofold sineParts(double x, double y) {
        double z = x * x;
        double small = x * z * sineSeries(z) + y * (1 - 0.5 * z);
        double sum = x + small;
        return new Twofold(sum, x - sum + small);
    }

    private static Twofold cosineParts(double x, double y) {
        double z = x * x;
        double half = 0.5 * z;
        double sum = 1 - half;
        // The square has an error, too.
        double small = 1 - sum - half + (z * z * cosineSeries(z) - x * y - 0.5 * Twofold.error(x, x, z));
        double total = sum + small;
        return new Twofold(total, sum - total + small);
    }

    /** (sin x / x - 1) / z for z = x^2. */
    private static double sineSeries(double z) {
        double p = -0x1.ab179e14267cdp-41;
        p = p * z + 0x1.61217eaffbfdbp-33;
        p = p * z - 0x1.ae64541251e39p-26;
        p = p * z + 0x1.71de3a5460533p-19;
        p = p * z - 0x1.a01a01a019936p-13;
        p = p * z + 0x1.1111111111110p-7;
        return p * z - 0x1.5555555555555p-3;
    }

    /** (cos x - 1 + z/2) / z^2 for z = x^2. */
    private static double cosineSeries(double z) {
        double p = -0x1.907d724680d4ep-37;
        p = p * z + 0x1.1eeb68a508535p-29;
        p = p * z - 0x1.27e4fa179895fp-22;
        p = p * z + 0x1.a01a019f4e7d9p-16;
        p = p * z - 0x1.6c16c16c16966p-10;
        return p * z + 0x1.5555555555555p-5;
    }

    /** Sine of x + y. */
    private static double sine(double x, double y) {
        if (Math.abs(x) < 0x1p-27) {
            return x;
        }
        double z = x * x;
        return x + (x * z * sineSeries(z) + y * (1 - 0.5 * z));
    }

    /** Cosine of x + y. */
    private static double cosine(double x, double y) {
        double z = x * x;
        double half = 0.5 * z;
        double sum = 1 - half;
        return sum + (1 - sum - half + (z * z * cosineSeries(z) - x * y));
    }

    /** Takes quarter turns off an angle; gives their number, of which the last two bits are right. */
    private int reduce(double x) {
        if (Math.abs(x) >= LARGE) {
            return finish(multiply(Double.doubleToRawLongBits(x)), x < 0);
        }
        double n = Math.rint(x * TWO_OVER_PI);
        double first = x - n * PART1;
        double rest = subtract(first, n * PART2);
        double error = low;
        double third = subtract(rest, n * PART3);
        double tail = low + error - n * PART4;
        high = third + tail;
        low = third - high + tail;
        return (int) n;
    }

    /** a - b; what rounding took goes into low. */
    private double subtract(double a, double b) {
        double difference = a - b;
        double part = a - difference;
        low = a - (difference + part) + (part - b);
        return difference;
    }

    /** A word of the bits of 2/pi behind the point. */
    private static int twoOverPi(int index) {
        return index < 0 ? 0 : Digits.TWO_OVER_PI[index];
    }

    /** The bits of a large number times 2/pi, from where they matter. */
    private static int[] multiply(long bits) {
        int exponent = ((int) (bits >>> 52) & 0x7ff) - 1075;
        long whole = bits & 0xfffffffffffffL | 0x10000000000000L;
        // From bit exponent - 2 of 2/pi on, products count modulo 4 quarters; six words hold 53 bits, 2 bits and the rest.
        int start = exponent - 2 >> 5;
        int shift = exponent - 2 & 31;
        int[] product = new int[8];
        long low32 = whole & 0xffffffffL;
        long high32 = whole >>> 32;
        // product = window * whole, the window being six words of 2/pi; word 0 is the most significant.
        long carry = 0;
        for (int i = 5; i >= 0; --i) {
            int word = twoOverPi(start + i) << shift;
            if (shift != 0) {
                word |= twoOverPi(start + i + 1) >>> 32 - shift;
            }
            long w = word & 0xffffffffL;
            long sum = w * low32 + (product[i + 2] & 0xffffffffL);
            product[i + 2] = (int) sum;
            sum = w * high32 + (product[i + 1] & 0xffffffffL) + (sum >>> 32);
            product[i + 1] = (int) sum;
            carry = sum >>> 32;
            product[i] = (int) carry;
        }
        return product;
    }

    /**
     * Takes quarters and the rest from a product: the window began two bits above the point, so that the quarters are
     * the highest two bits of word 2.
     */
    private int finish(int[] product, boolean negative) {
        int quarter = product[2] >>> 30;
        // The fraction of a quarter turn, 126 bits of it, as a number with a sign.
        long top = (long) product[2] << 34 | (product[3] & 0xffffffffL) << 2 | product[4] >>> 30;
        long next = (long) product[4] << 34 | (product[5] & 0xffffffffL) << 2 | product[6] >>> 30;
        if (top < 0) {
            ++quarter;
        }
        boolean minus = top < 0;
        if (minus) {
            top = ~top;
            next = ~next;
        }
        int zeros = Long.numberOfLeadingZeros(top);
        if (zeros > 0) {
            top = top << zeros | (zeros == 64 ? 0 : next >>> 64 - zeros);
            next <<= zeros;
        }
        double first = (double) (top >>> 11);
        double second = (double) (((top & 0x7ff) << 42) + (next >>> 22));
        double unit = Double.longBitsToDouble((long) (1023 - 53 - zeros) << 52);
        Twofold rest = new Twofold(first * unit, second * (unit * 0x1p-53));
        rest.times(new Twofold(0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54));
        boolean down = minus != negative;
        high = down ? -rest.high : rest.high;
        low = down ? -rest.low : rest.low;
        return negative ? -quarter : quarter;
    }

    /** Made only in programs that use large angles' code. */
    private static final class Digits {

        /** 2/pi behind the point, 32 bits each. */
        static final int[] TWO_OVER_PI = {
            0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab, 0xdebbc561,
            0xb7246e3a, 0x424dd2e0, 0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e, 0xe88235f5, 0x2ebb4484,
            0xe99c7026, 0xb45f7e41, 0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b, 0x1ff897ff, 0xde05980f,
            0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d, 0x7527bac7, 0xebe5f17b,
            0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08, 0x56033046, 0xfc7b6bab, 0xf0cfbc20, 0x9af4361d,
        };
    }
}

/*
 * The cases and the limits between them are those of fdlibm, the freely distributable
 * mathematical library, whose notice is:
 *
 * Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved.
 *
 * Developed at SunSoft, a Sun Microsystems, Inc. business.
 * Permission to use, copy, modify, and distribute this
 * software is freely granted, provided that this notice
 * is preserved.
 */
