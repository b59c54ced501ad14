package java.lang;

/**
 * Exponential and hyperbolic functions of {@link StrictMath}.
 *
 * <p>exp: x = k ln 2 + r, a rational function of r, and k goes into the exponent.
 */
final class StrictExponentials {

    private static final double INVERSE_LN2 = 0x1.71547652b82fep+0;
    private static final double LN2_HIGH = 0x1.62e42fee00000p-1;
    private static final double LN2_LOW = 0x1.a39ef35793c76p-33;
    private static final double LARGEST = 0x1.62e42fefa39efp+9;
    private static final double SMALLEST = -0x1.74910d52d3051p+9;

    private StrictExponentials() {
    }

    static double exp(double x) {
        if (x != x) {
            return x;
        }
        if (x > LARGEST) {
            return Double.POSITIVE_INFINITY;
        }
        if (x < SMALLEST) {
            return 0;
        }
        int size = DoubleWords.high(x) & 0x7fffffff;
        if (size <= 0x3fd62e42) {
            if (size < 0x3e300000) {
                return 1 + x;
            }
            double c = correction(x);
            return 1 - (x * c / (c - 2) - x);
        }
        int k = multiple(x, size);
        double high = x - k * LN2_HIGH;
        double low = k * LN2_LOW;
        x = high - low;
        double c = correction(x);
        double y = 1 - (low - x * c / (2 - c) - high);
        return k >= -1021 ? DoubleWords.shifted(y, k) : DoubleWords.shifted(y, k + 1000) * 0x1p-1000;
    }

    /** About x / ln 2, of numbers beyond half of ln 2. */
    private static int multiple(double x, int size) {
        if (size < 0x3ff0a2b2) {
            return x > 0 ? 1 : -1;
        }
        return (int) (INVERSE_LN2 * x + (x > 0 ? 0.5 : -0.5));
    }

    /** x - x (e^x + 1) / (e^x - 1) + 2, for numbers up to half of ln 2. */
    static double correction(double x) {
        double t = x * x;
        double p = -0x1.bbd41c5d26bf1p-20 + t * 0x1.6376972bea4d0p-25;
        p = 0x1.1566aaf25de2cp-14 + t * p;
        p = -0x1.6c16c16bebd93p-9 + t * p;
        return x - t * (0x1.555555555553ep-3 + t * p);
    }

    static double expm1(double x) {
        int size = DoubleWords.high(x) & 0x7fffffff;
        if (size >= 0x4043687a) {
            if (x != x || x > LARGEST) {
                return x != x ? x : Double.POSITIVE_INFINITY;
            }
            if (x < 0) {
                return -1;
            }
        }
        if (size <= 0x3fd62e42) {
            return size < 0x3c900000 ? x : nearZero(x, 0, 0);
        }
        int k = multiple(x, size);
        double high = x - k * LN2_HIGH;
        double low = k * LN2_LOW;
        x = high - low;
        return nearZero(x, high - x - low, k);
    }

    /** 2^k e^(x + low) - 1. */
    private static double nearZero(double x, double low, int k) {
        double half = 0.5 * x;
        double z = x * half;
        double r = 0x1.0cfca86e65239p-18 + z * -0x1.afdb76e09c32dp-23;
        r = -0x1.4ce199eaadbb7p-14 + z * r;
        r = 0x1.a01a019fe5585p-10 + z * r;
        r = 1 + z * (-0x1.11111111110f4p-5 + z * r);
        double t = 3 - r * half;
        double e = z * ((r - t) / (6 - x * t));
        if (k == 0) {
            return x - (x * e - z);
        }
        e = x * (e - low) - low;
        e -= z;
        if (k == -1) {
            return 0.5 * (x - e) - 0.5;
        }
        if (k == 1) {
            return x < -0.25 ? -2 * (e - (x + 0.5)) : 1 + 2 * (x - e);
        }
        return scaled(x, e, k);
    }

    /** 2^k (1 + x - e) - 1. */
    private static double scaled(double x, double e, int k) {
        if (k <= -2 || k > 56) {
            return DoubleWords.shifted(1 - (e - x), k) - 1;
        }
        if (k < 20) {
            return DoubleWords.shifted(DoubleWords.of(0x3ff00000 - (0x200000 >> k)) - (e - x), k);
        }
        double t = DoubleWords.of(0x3ff - k << 20);
        return DoubleWords.shifted(x - (e + t) + 1, k);
    }

    static double sinh(double x) {
        double a = Math.abs(x);
        int size = DoubleWords.high(a);
        if (size >= 0x7ff00000) {
            return x;
        }
        double half = DoubleWords.high(x) < 0 ? -0.5 : 0.5;
        if (size < 0x40360000) {
            if (size < 0x3e300000) {
                return x;
            }
            double t = expm1(a);
            return size < 0x3ff00000 ? half * (2 * t - t * t / (t + 1)) : half * (t + t / (t + 1));
        }
        return large(a, half);
    }

    static double cosh(double x) {
        double a = Math.abs(x);
        int size = DoubleWords.high(a);
        if (size >= 0x7ff00000) {
            return x * x;
        }
        if (size < 0x3fd62e43) {
            double t = expm1(a);
            double w = 1 + t;
            return size < 0x3c800000 ? w : 1 + t * t / (w + w);
        }
        if (size < 0x40360000) {
            double t = exp(a);
            return 0.5 * t + 0.5 / t;
        }
        return large(a, 0.5);
    }

    /** Half of an exponential, with a sign; beyond its range, too. */
    private static double large(double a, double half) {
        if (DoubleWords.high(a) < 0x40862e42) {
            return half * exp(a);
        }
        if (a <= 0x1.633ce8fb9f87dp+9) {
            double w = exp(0.5 * a);
            return half * w * w;
        }
        return half * Double.POSITIVE_INFINITY;
    }

    static double tanh(double x) {
        double a = Math.abs(x);
        int size = DoubleWords.high(a);
        if (x != x || size < 0x3c800000) {
            return x != x ? x : x * (1 + x);
        }
        double z = 1;
        if (size < 0x40360000) {
            if (size >= 0x3ff00000) {
                z = 1 - 2 / (expm1(2 * a) + 2);
            } else {
                double t = expm1(-2 * a);
                z = -t / (t + 2);
            }
        }
        return DoubleWords.high(x) < 0 ? -z : z;
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
