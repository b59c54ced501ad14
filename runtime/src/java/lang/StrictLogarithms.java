package java.lang;

/**
 * Logarithms of {@link StrictMath}.
 *
 * <p>x = 2^k (1 + f), between the roots of 1/2 and 2, and s = f / (2 + f): log(1 + f) is an odd series of s.
 */
final class StrictLogarithms {

    private static final double LN2_HIGH = 0x1.62e42fee00000p-1;
    private static final double LN2_LOW = 0x1.a39ef35793c76p-33;

    private StrictLogarithms() {
    }

    /** The logarithm of what is not a finite positive number. */
    private static double ofOther(double x) {
        return x == 0 ? Double.NEGATIVE_INFINITY : x < 0 ? Double.NaN : x;
    }

    static double log(double x) {
        if (!(x > 0) || x == Double.POSITIVE_INFINITY) {
            return ofOther(x);
        }
        int k = 0;
        if (x < Double.MIN_NORMAL) {
            k = -54;
            x *= 0x1p54;
        }
        int word = DoubleWords.high(x);
        k += (word >> 20) - 1023;
        word &= 0xfffff;
        int carry = word + 0x95f64 & 0x100000;
        x = DoubleWords.withHigh(x, word | carry ^ 0x3ff00000);
        k += carry >> 20;
        double f = x - 1;
        if ((0xfffff & 2 + word) < 3) {
            return nearOne(f, k);
        }
        double s = f / (2 + f);
        double z = s * s;
        double r = series(z, z * z);
        if ((word - 0x6147a | 0x6b851 - word) > 0) {
            double half = 0.5 * f * f;
            return k == 0 ? f - (half - s * (half + r)) : k * LN2_HIGH - (half - (s * (half + r) + k * LN2_LOW) - f);
        }
        return k == 0 ? f - s * (f - r) : k * LN2_HIGH - (s * (f - r) - k * LN2_LOW - f);
    }

    /** The logarithm of 1 + f where f has no more than 20 leading zeros fewer than bits. */
    private static double nearOne(double f, int k) {
        if (f == 0) {
            return k == 0 ? 0 : k * LN2_HIGH + k * LN2_LOW;
        }
        double r = f * f * (0.5 - 0.33333333333333333 * f);
        return k == 0 ? f - r : k * LN2_HIGH - (r - k * LN2_LOW - f);
    }

    /** 2 artanh(s) / s - 2 for z = s^2 and w = z^2, in two sums. */
    private static double series(double z, double w) {
        double even = 0x1.c71c51d8e78afp-3 + w * 0x1.39a09d078c69fp-3;
        even = w * (0x1.999999997fa04p-2 + w * even);
        double odd = 0x1.7466496cb03dep-3 + w * 0x1.2f112df3e5244p-3;
        odd = 0x1.2492494229359p-2 + w * odd;
        odd = z * (0x1.5555555555593p-1 + w * odd);
        return odd + even;
    }

    static double log10(double x) {
        if (!(x > 0) || x == Double.POSITIVE_INFINITY) {
            return ofOther(x);
        }
        int k = 0;
        if (x < Double.MIN_NORMAL) {
            k = -54;
            x *= 0x1p54;
        }
        int word = DoubleWords.high(x);
        k += (word >> 20) - 1023;
        int negative = k >>> 31;
        double y = k + negative;
        x = DoubleWords.withHigh(x, word & 0xfffff | 0x3ff - negative << 20);
        double z = y * 0x1.9fef311f12b36p-42 + 0x1.bcb7b1526e50ep-2 * log(x);
        return z + y * 0x1.34413509f6000p-2;
    }

    static double log1p(double x) {
        int word = DoubleWords.high(x);
        int size = word & 0x7fffffff;
        if (!(x > -1) || x == Double.POSITIVE_INFINITY) {
            return x == -1 ? Double.NEGATIVE_INFINITY : x < -1 ? Double.NaN : x;
        }
        if (size < 0x3e200000) {
            return size < 0x3c900000 ? x : x - x * x * 0.5;
        }
        // Words of negative numbers grow with their size.
        if (word > 0 && word < 0x3fda827a || word < 0 && word <= 0xbfd2bec3) {
            return ofSum(x, 0, 0, false);
        }
        double u = word < 0x43400000 ? 1 + x : x;
        int k = (DoubleWords.high(u) >> 20) - 1023;
        double c = word >= 0x43400000 ? 0 : (k > 0 ? 1 - (u - x) : x - (u - 1)) / u;
        int fraction = DoubleWords.high(u) & 0xfffff;
        if (fraction < 0x6a09e) {
            u = DoubleWords.withHigh(u, fraction | 0x3ff00000);
        } else {
            k++;
            u = DoubleWords.withHigh(u, fraction | 0x3fe00000);
            fraction = 0x100000 - fraction >> 2;
        }
        return ofSum(u - 1, k, c, fraction == 0);
    }

    /** k ln 2 + log(1 + f) + c. */
    private static double ofSum(double f, int k, double c, boolean small) {
        double half = 0.5 * f * f;
        if (small) {
            if (f == 0) {
                return k == 0 ? 0 : k * LN2_HIGH + (c + k * LN2_LOW);
            }
            double r = half * (1 - 0.66666666666666666 * f);
            return k == 0 ? f - r : k * LN2_HIGH - (r - (k * LN2_LOW + c) - f);
        }
        double s = f / (2 + f);
        double z = s * s;
        double r = 0x1.39a09d078c69fp-3 + z * 0x1.2f112df3e5244p-3;
        r = 0x1.7466496cb03dep-3 + z * r;
        r = 0x1.c71c51d8e78afp-3 + z * r;
        r = 0x1.2492494229359p-2 + z * r;
        r = 0x1.999999997fa04p-2 + z * r;
        r = z * (0x1.5555555555593p-1 + z * r);
        return k == 0 ? f - (half - s * (half + r)) : k * LN2_HIGH - (half - (s * (half + r) + (k * LN2_LOW + c)) - f);
    }
}

/*
 * The algorithm and its constants are those of fdlibm, the freely distributable
 * mathematical library, whose notice is:
 *
 * Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved.
 *
 * Developed at SunSoft, a Sun Microsystems, Inc. business.
 * Permission to use, copy, modify, and distribute this
 * software is freely granted, provided that this notice
 * is preserved.
 */
