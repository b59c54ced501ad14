package java.lang;

/** Sine, cosine and tangent of {@link StrictMath}: polynomials of what {@link QuarterTurns} leaves of an angle. */
final class StrictTrigonometry {

    private static final double PI_4_LOW = 0x1.1a62633145c07p-55;
    private static final double PI_4 = 0x1.921fb54442d18p-1;
    /** High word of pi/4. */
    private static final int EIGHTH = 0x3fe921fb;

    private StrictTrigonometry() {
    }

    static double sin(double x) {
        return function(x, 0);
    }

    static double cos(double x) {
        return function(x, 1);
    }

    /** The sine of an angle and a number of quarter turns. */
    private static double function(double x, int shift) {
        int size = DoubleWords.high(x) & 0x7fffffff;
        if (size <= EIGHTH) {
            return shift == 0 ? sine(x, 0, true) : cosine(x, 0);
        }
        if (size >= 0x7ff00000) {
            return Double.NaN;
        }
        QuarterTurns rest = new QuarterTurns();
        int quarter = rest.reduce(x) + shift;
        double result = (quarter & 1) == 0 ? sine(rest.high, rest.low, false) : cosine(rest.high, rest.low);
        return (quarter & 2) == 0 ? result : -result;
    }

    static double tan(double x) {
        int size = DoubleWords.high(x) & 0x7fffffff;
        if (size <= EIGHTH) {
            return tangent(x, 0, 1);
        }
        if (size >= 0x7ff00000) {
            return Double.NaN;
        }
        QuarterTurns rest = new QuarterTurns();
        int quarter = rest.reduce(x);
        return tangent(rest.high, rest.low, 1 - ((quarter & 1) << 1));
    }

    /** The sine of up to pi/4. */
    private static double sine(double x, double low, boolean exact) {
        if ((DoubleWords.high(x) & 0x7fffffff) < 0x3e400000) {
            return x;
        }
        double z = x * x;
        double v = z * x;
        double r = -0x1.ae5e68a2b9cebp-26 + z * 0x1.5d93a5acfd57cp-33;
        r = 0x1.71de357b1fe7dp-19 + z * r;
        r = -0x1.a01a019c161d5p-13 + z * r;
        r = 0x1.111111110f8a6p-7 + z * r;
        if (exact) {
            return x + v * (-0x1.5555555555549p-3 + z * r);
        }
        return x - (z * (0.5 * low - v * r) - low - v * -0x1.5555555555549p-3);
    }

    /** The cosine of up to pi/4. */
    private static double cosine(double x, double low) {
        int size = DoubleWords.high(x) & 0x7fffffff;
        if (size < 0x3e400000) {
            return 1;
        }
        double z = x * x;
        double r = 0x1.1ee9ebdb4b1c4p-29 + z * -0x1.8fae9be8838d4p-37;
        r = -0x1.27e4f809c52adp-22 + z * r;
        r = 0x1.a01a019cb1590p-16 + z * r;
        r = -0x1.6c16c16c15177p-10 + z * r;
        r = z * (0x1.555555555554cp-5 + z * r);
        if (size < 0x3fd33333) {
            return 1 - (0.5 * z - (z * r - x * low));
        }
        // About x * x / 4, so that the difference from 1 is exact.
        double part = size > 0x3fe90000 ? 0.28125 : DoubleWords.of(size - 0x00200000);
        double half = 0.5 * z - part;
        return 1 - part - (half - (z * r - x * low));
    }

    /** The tangent of up to pi/4, or with sign -1 its negative inverse. */
    private static double tangent(double x, double low, int sign) {
        int high = DoubleWords.high(x);
        int size = high & 0x7fffffff;
        if (size < 0x3e300000) {
            return sign == 1 ? x : negativeInverse(x, low, x + low);
        }
        boolean large = size >= 0x3fe59428;
        if (large) {
            if (high < 0) {
                x = -x;
                low = -low;
            }
            x = PI_4 - x + (PI_4_LOW - low);
            low = 0;
        }
        double z = x * x;
        double cube = z * x;
        double r = low + z * (cube * (odd(z * z) + z * even(z * z)) + low);
        r += 0x1.5555555555563p-2 * cube;
        double w = x + r;
        if (large) {
            double v = sign;
            double result = v - 2 * (x - (w * w / (w + v) - r));
            return high < 0 ? -result : result;
        }
        return sign == 1 ? w : negativeInverse(x, r, w);
    }

    /** Coefficients of the tangent's series with odd indices. */
    private static double odd(double w) {
        double r = 0x1.47e88a03792a6p-14 + w * -0x1.375cbdb605373p-16;
        r = 0x1.344d8f2f26501p-11 + w * r;
        r = 0x1.d6d22c9560328p-9 + w * r;
        r = 0x1.664f48406d637p-6 + w * r;
        return 0x1.111111110fe7ap-3 + w * r;
    }

    /** Those with even indices. */
    private static double even(double w) {
        double r = 0x1.2b80f32f0a7e9p-14 + w * 0x1.b2a7074bf7ad4p-16;
        r = 0x1.026f71a8d1068p-12 + w * r;
        r = 0x1.7dbc8fee08315p-10 + w * r;
        r = 0x1.226e3e96e8493p-7 + w * r;
        return 0x1.ba1ba1bb341fep-5 + w * r;
    }

    /** -1 / (x + low), whose denominator is about w: within an ulp. */
    private static double negativeInverse(double x, double low, double w) {
        double head = DoubleWords.head(w);
        double v = low - (head - x);
        double inverse = -1 / w;
        double t = DoubleWords.head(inverse);
        double s = 1 + t * head;
        return t + inverse * (s + t * v);
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
