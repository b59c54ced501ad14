package java.lang;

/**
 * Exponential functions and logarithms.
 *
 * <p>exp: x = k ln 2 + r, a polynomial of r, and k goes into the exponent. log: x = 2^k m, and log m is twice the area
 * tangent of s = (m - 1) / (m + 1), an odd series of s. pow takes the logarithm with 106 bits, as a large exponent magnifies
 * its error. Cases and their limits are those of fdlibm, see below.
 */
final class Exponentials {

    /** 1 / ln 2, and ln 2 in two parts, the first of 32 bits. */
    private static final double INVERSE_LN2 = 0x1.71547652b82fep+0;
    private static final double LN2_HIGH = 0x1.62e42fee00000p-1;
    private static final double LN2_LOW = 0x1.a39ef35793c76p-33;

    private static final double LARGEST = 709.782712893384;
    private static final double SMALLEST = -745.1332191019412;
    private static final double HALF_LN2 = 0.34657359027997264;

    private Exponentials() {
    }

    /** (e^r - 1 - r) / r^2 for numbers up to half of ln 2. */
    private static double series(double r) {
        double p = 0x1.1f7350a074034p-29;
        p = p * r + 0x1.af4e70dd7207dp-26;
        p = p * r + 0x1.27e4db3f36203p-22;
        p = p * r + 0x1.71de01f07539bp-19;
        p = p * r + 0x1.a01a01a6e448ep-16;
        p = p * r + 0x1.a01a01abfc8ddp-13;
        p = p * r + 0x1.6c16c16c162bfp-10;
        p = p * r + 0x1.11111111100b6p-7;
        p = p * r + 0x1.5555555555556p-5;
        p = p * r + 0x1.5555555555557p-3;
        return p * r + 0.5;
    }

    /** a times a power of two. */
    static double scale(double a, int power) {
        if (power > 1023) {
            a *= 0x1p1023;
            power = Math.min(power - 1023, 1023);
        } else if (power < -1022) {
            // One rounding only: the first factor leaves a normal number.
            a *= 0x1p-960;
            power = Math.max(power + 960, -1022);
        }
        return a * Double.longBitsToDouble((long) (power + 1023) << 52);
    }

    static double exp(double x) {
        return exp(x, 0);
    }

    /** Exponential of a sum whose second part is small. */
    private static double exp(double x, double low) {
        if (x != x) {
            return x;
        }
        if (x > LARGEST) {
            return Double.POSITIVE_INFINITY;
        }
        if (x < SMALLEST) {
            return 0;
        }
        int k = (int) Math.rint(x * INVERSE_LN2);
        double head = x - k * LN2_HIGH;
        double tail = k * LN2_LOW - low;
        double r = head - tail;
        double lost = head - r - tail;
        double y = 1 + (r + (lost + r * r * series(r)));
        return k == 0 ? y : scale(y, k);
    }

    static double expm1(double x) {
        if (x != x || x == 0 || x > LARGEST) {
            return x > LARGEST ? Double.POSITIVE_INFINITY : x;
        }
        if (x < -40) {
            return -1;
        }
        if (x <= HALF_LN2 && x >= -HALF_LN2) {
            return Math.abs(x) < 0x1p-54 ? x : x + x * x * series(x);
        }
        int k = (int) Math.rint(x * INVERSE_LN2);
        if (k > 60) {
            return exp(x);
        }
        double head = x - k * LN2_HIGH;
        double tail = k * LN2_LOW;
        double r = head - tail;
        double small = head - r - tail + r * r * series(r);
        // 2^k (r + small + (1 - 2^-k))
        double rest = 1 - scale(1, -k);
        double sum = r + rest;
        double part = sum - r;
        small += r - (sum - part) + (rest - part);
        return scale(sum + small, k);
    }

    /** (2 artanh(s) / s - 2) / z for z = s^2, s up to 3 - 2 sqrt 2. */
    private static double area(double z) {
        double p = 0x1.2b5b5fb2eac92p-3;
        p = p * z + 0x1.39fe208c33457p-3;
        p = p * z + 0x1.7462b69705382p-3;
        p = p * z + 0x1.c71c62debf86bp-3;
        p = p * z + 0x1.2492492df6947p-2;
        p = p * z + 0x1.99999999952b2p-2;
        return p * z + 0x1.5555555555558p-1;
    }

    /** The power of two that takes a normal number to between the roots of 1/2 and 2. */
    private static int power(long bits) {
        int high = (int) (bits >>> 32);
        int k = (high >>> 20) - 1023;
        return (high & 0xfffff) >= 0x6a09e ? k + 1 : k;
    }

    static double log(double x) {
        if (x != x || x <= 0 || x == Double.POSITIVE_INFINITY) {
            return logOfOther(x);
        }
        int k = 0;
        if (x < Double.MIN_NORMAL) {
            x *= 0x1p54;
            k = -54;
        }
        long bits = Double.doubleToRawLongBits(x);
        int power = power(bits);
        k += power;
        double f = Double.longBitsToDouble(bits - ((long) power << 52)) - 1;
        return log(f, k, 0);
    }

    private static double logOfOther(double x) {
        return x == 0 ? Double.NEGATIVE_INFINITY : x < 0 ? Double.NaN : x;
    }

    /** k ln 2 + log(1 + f) + a small part. */
    private static double log(double f, int k, double low) {
        double s = f / (2 + f);
        double z = s * s;
        double rest = s * (f - z * area(z));
        if (k == 0) {
            return f - (rest - low);
        }
        return k * LN2_HIGH - (rest - (k * LN2_LOW + low) - f);
    }

    static double log1p(double x) {
        if (x != x || x <= -1 || x == Double.POSITIVE_INFINITY) {
            return x == -1 ? Double.NEGATIVE_INFINITY : x < -1 ? Double.NaN : x;
        }
        if (x > -0.29 && x < 0.41) {
            return Math.abs(x) < 0x1p-54 ? x : log(x, 0, 0);
        }
        double sum = 1 + x;
        // What the addition lost.
        double low = x >= 1 ? 1 - (sum - x) : x - (sum - 1);
        long bits = Double.doubleToRawLongBits(sum);
        int k = power(bits);
        double m = Double.longBitsToDouble(bits - ((long) k << 52));
        return log(m - 1, k, low / sum);
    }

    /** (m - 1) / (m + 1) for what is left of a positive number without its power of two; for short frames, two doubles. */
    private static Twofold ratio(double f) {
        double sum = 2 + f;
        double q = f / sum;
        double p = q * sum;
        // The quotient is corrected by what it leaves, with what the sum lost.
        double rest = f - p - Twofold.error(q, sum, p) - q * (2 - sum + f);
        return new Twofold(q, rest / sum);
    }

    /** log(x) for a positive number, with about 106 bits. */
    private static Twofold precise(double x) {
        int k = 0;
        if (x < Double.MIN_NORMAL) {
            x *= 0x1p54;
            k = -54;
        }
        int power = power(Double.doubleToRawLongBits(x));
        k += power;
        Twofold s = ratio(Double.longBitsToDouble(Double.doubleToRawLongBits(x) - ((long) power << 52)) - 1);
        Twofold z = new Twofold(s.high, s.low).times(s);
        // 2 s + s z (2/3 + z (2/5 + z p))
        Twofold t = new Twofold(tail(z.high) * z.high, 0).plus(0.4, -0x1.999999999999ap-57).times(z);
        t.plus(0x1.5555555555555p-1, 0x1.5555555555555p-55).times(z).times(s);
        Twofold result = new Twofold(k * LN2_HIGH, 0).plus(2 * s.high, 2 * s.low);
        return result.plus(t.high, t.low).plus(k * LN2_LOW, 0);
    }

    /** The end of the series: 2/7 + 2/9 z and so on. */
    private static double tail(double z) {
        double p = 0x1.d9c5ed18cbb21p-4;
        p = p * z + 0x1.e01fcbc705579p-4;
        p = p * z + 0x1.1115a03c7f506p-3;
        p = p * z + 0x1.3b13a524039aep-3;
        p = p * z + 0x1.745d17550d6d2p-3;
        p = p * z + 0x1.c71c71c715418p-3;
        return p * z + 0x1.2492492492497p-2;
    }

    static double log10(double x) {
        if (x != x || x <= 0 || x == Double.POSITIVE_INFINITY) {
            return logOfOther(x);
        }
        Twofold log = precise(x).times(new Twofold(0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57));
        return log.high + log.low;
    }

    static double pow(double x, double y) {
        if (y == 0 || x == 1 && y == y && Math.abs(y) != Double.POSITIVE_INFINITY) {
            return 1;
        }
        if (x != x || y != y) {
            return Double.NaN;
        }
        double size = Math.abs(x);
        // 0 if y is even, 1 if it is odd, 2 if it is no whole number; all that are very large are even.
        int parity = Math.rint(y) != y ? 2 : Math.abs(y) < 0x1p53 && ((long) y & 1) != 0 ? 1 : 0;
        boolean negative = Double.doubleToRawLongBits(x) < 0 && parity == 1;
        if (Math.abs(y) == Double.POSITIVE_INFINITY) {
            return size == 1 ? Double.NaN : size > 1 == y > 0 ? Double.POSITIVE_INFINITY : 0;
        }
        if (size == 0 || size == Double.POSITIVE_INFINITY) {
            double result = size == 0 == y > 0 ? 0 : Double.POSITIVE_INFINITY;
            return negative ? -result : result;
        }
        if (x < 0 && parity == 2) {
            return Double.NaN;
        }
        if (Math.abs(y) > 0x1p64) {
            // Only 1 stays within bounds.
            return size == 1 ? 1 : size > 1 == y > 0 ? Double.POSITIVE_INFINITY : 0;
        }
        size = power(precise(size), y);
        return negative ? -size : size;
    }

    /** A power of the number with a logarithm. */
    private static double power(Twofold log, double y) {
        double estimate = log.high * y;
        if (estimate > 710) {
            return Double.POSITIVE_INFINITY;
        }
        if (estimate < -746) {
            return 0;
        }
        if (Math.abs(estimate) < 0x1p-60) {
            return 1 + estimate;
        }
        log.times(y);
        return log.high > LARGEST ? exp(LARGEST, log.low + (log.high - LARGEST)) : exp(log.high, log.low);
    }

    static double sinh(double x) {
        double size = Math.abs(x);
        if (x != x || size < 0x1p-28) {
            return x;
        }
        double half = x < 0 ? -0.5 : 0.5;
        if (size < 22) {
            double t = expm1(size);
            return half * (size < 1 ? 2 * t - t * t / (t + 1) : t + t / (t + 1));
        }
        return large(size, half);
    }

    static double cosh(double x) {
        double size = Math.abs(x);
        if (x != x) {
            return x;
        }
        if (size < HALF_LN2) {
            double t = expm1(size);
            return 1 + t * t / (2 * (1 + t));
        }
        if (size < 22) {
            double t = exp(size);
            return 0.5 * t + 0.5 / t;
        }
        return large(size, 0.5);
    }

    /** factor times exp(x), which may be too large while the product is not. */
    private static double large(double x, double factor) {
        if (x <= LARGEST) {
            return factor * exp(x);
        }
        if (x > 711) {
            return factor * Double.POSITIVE_INFINITY;
        }
        double root = exp(0.5 * x);
        return factor * root * root;
    }

    static double tanh(double x) {
        double size = Math.abs(x);
        if (x != x || size < 0x1p-28) {
            return x;
        }
        double result = 1;
        if (size < 22) {
            if (size >= 1) {
                result = 1 - 2 / (expm1(2 * size) + 2);
            } else {
                double t = expm1(-2 * size);
                result = -t / (t + 2);
            }
        }
        return x < 0 ? -result : result;
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
