package java.lang;

/**
 * Powers of {@link StrictMath}: the exponent times a logarithm to base 2 of 79 bits, then an exponential to base 2.
 *
 * <p>An object holds the logarithm in two doubles, the first of which has 29 zeros at its end, then the product.
 */
final class StrictPower {

    /** 1.5 as a power of two, in two doubles. */
    private static final double LOG_HIGH = 0x1.2b80340000000p-1;
    private static final double LOG_LOW = 0x1.cfdeb43cfd006p-27;
    /** 2 / (3 ln 2), also in two doubles. */
    private static final double FACTOR = 0x1.ec709dc3a03fdp-1;
    private static final double FACTOR_HIGH = 0x1.ec709e0000000p-1;
    private static final double FACTOR_LOW = -0x1.e2fe0145b01f5p-28;
    /** 1 / ln 2, also in two doubles. */
    private static final double INVERSE_LN2 = 0x1.71547652b82fep+0;
    private static final double INVERSE_LN2_HIGH = 0x1.7154760000000p+0;
    private static final double INVERSE_LN2_LOW = 0x1.4ae0bf85ddf44p-26;
    /** ln 2, also in two doubles. */
    private static final double LN2 = 0x1.62e42fefa39efp-1;
    private static final double LN2_HIGH = 0x1.62e4300000000p-1;
    private static final double LN2_LOW = -0x1.05c610ca86c39p-29;
    /** What is between 1024 and the logarithm of the largest number and half a step more. */
    private static final double OVERFLOW = 0x1.71547652b82fep-54;

    private double high;
    private double low;
    /** The quotient that the series is of, as one double. */
    private double quotient;
    /** Power of two that was taken off, and whether 1.5 was, too. */
    private int power;
    private boolean half;

    private StrictPower() {
    }

    static double pow(double x, double y) {
        if (y == 0) {
            return 1;
        }
        if (x != x || y != y) {
            return Double.NaN;
        }
        double a = Math.abs(x);
        if (Double.isInfinite(y)) {
            return a == 1 ? Double.NaN : a > 1 == y > 0 ? Double.POSITIVE_INFINITY : 0;
        }
        if (y == 2) {
            return x * x;
        }
        if (y == 1 || y == -1) {
            return y > 0 ? x : 1 / x;
        }
        if (y == 0.5 && x >= -Double.MAX_VALUE) {
            // -0 becomes 0.
            return Math.sqrt(x + 0.0);
        }
        boolean negative = DoubleWords.high(x) < 0;
        boolean odd = negative && isOdd(Math.abs(y));
        if (a == 0 || a == Double.POSITIVE_INFINITY || a == 1) {
            a = a == 1 && negative && !isWhole(Math.abs(y)) ? Double.NaN : y < 0 ? 1 / a : a;
        } else if (negative && !isWhole(Math.abs(y))) {
            return Double.NaN;
        } else {
            a = ofPositive(a, y);
        }
        return odd ? -a : a;
    }

    private static boolean isWhole(double b) {
        return b >= 0x1p53 || b == Math.floor(b);
    }

    private static boolean isOdd(double b) {
        return b < 0x1p53 && isWhole(b) && ((long) b & 1) != 0;
    }

    /** Steps are calls from here, not of each other: the stack is small. */
    private static double ofPositive(double a, double y) {
        StrictPower log = new StrictPower();
        if (Math.abs(y) > 0x1.00000ffffffffp31) {
            if (a < 0x1.fffff00000000p-1) {
                return y < 0 ? Double.POSITIVE_INFINITY : 0;
            }
            if (a > 0x1.00000ffffffffp0) {
                return y > 0 ? Double.POSITIVE_INFINITY : 0;
            }
            log.nearOne(a - 1);
        } else {
            log.divide(log.normalise(a));
            log.series();
            log.add();
        }
        log.multiply(y);
        double z = log.low + log.high;
        if (z >= 1024) {
            if (z > 1024 || log.low + OVERFLOW > z - log.high) {
                return Double.POSITIVE_INFINITY;
            }
        } else if (z <= -1075) {
            if (z < -1075 || log.low <= z - log.high) {
                return 0;
            }
        }
        return exponential(log.high, log.low, z);
    }

    /** The logarithm of numbers so close to 1 that four terms are enough. */
    private void nearOne(double t) {
        double w = t * t * (0.5 - t * (0.3333333333333333333333 - t * 0.25));
        double u = INVERSE_LN2_HIGH * t;
        double v = t * INVERSE_LN2_LOW - w * INVERSE_LN2;
        high = DoubleWords.head(u + v);
        low = v - (high - u);
    }

    /** Takes powers of two and 1.5 off. */
    private double normalise(double a) {
        if (a < Double.MIN_NORMAL) {
            a *= 0x1p53;
            power = -53;
        }
        int word = DoubleWords.high(a);
        power += (word >> 20) - 0x3ff;
        int fraction = word & 0xfffff;
        word = fraction | 0x3ff00000;
        if (fraction > 0x3988e) {
            if (fraction < 0xbb67a) {
                half = true;
            } else {
                power++;
                word -= 0x00100000;
            }
        }
        return DoubleWords.withHigh(a, word);
    }

    /** The quotient of a - 1 and a + 1, or with 1.5 for 1, in two doubles, too. */
    private void divide(double a) {
        double base = half ? 1.5 : 1;
        // Head of a + base.
        double sum = DoubleWords.of((DoubleWords.high(a) >> 1 | 0x20000000) + 0x00080000 + (half ? 0x00040000 : 0));
        double u = a - base;
        double v = 1 / (a + base);
        quotient = u * v;
        high = DoubleWords.head(quotient);
        low = v * (u - high * sum - high * (a - (sum - base)));
    }

    /** Three halves of the natural logarithm, from the quotient. */
    private void series() {
        double z = quotient * quotient;
        double r = 0x1.d864a93c9db65p-3 + z * 0x1.a7e284a454eefp-3;
        r = 0x1.17460a91d4101p-2 + z * r;
        r = 0x1.55555518f264dp-2 + z * r;
        r = 0x1.b6db6db6fabffp-2 + z * r;
        r = z * z * (0x1.3333333333303p-1 + z * r);
        r += low * (high + quotient);
        z = high * high;
        double factor = DoubleWords.head(3 + z + r);
        double rest = r - (factor - 3 - z);
        double u = high * factor;
        double v = low * factor + rest * quotient;
        high = DoubleWords.head(u + v);
        low = v - (high - u);
    }

    /** Converts the series to base 2 and adds what was taken off. */
    private void add() {
        double z = FACTOR_HIGH * high;
        double zLow = FACTOR_LOW * high + low * FACTOR + (half ? LOG_LOW : 0);
        double base = half ? LOG_HIGH : 0;
        double t = power;
        high = DoubleWords.head(z + zLow + base + t);
        low = zLow - (high - t - base - z);
    }

    /** Multiplies the logarithm. */
    private void multiply(double y) {
        double head = DoubleWords.head(y);
        low = (y - head) * high + y * low;
        high = head * high;
    }

    /** 2^(product + low), whose sum is about z. */
    private static double exponential(double product, double low, double z) {
        int word = DoubleWords.high(z);
        int size = word & 0x7fffffff;
        int n = 0;
        if (size > 0x3fe00000) {
            n = word + (0x00100000 >> (size >> 20) - 0x3ff + 1);
            int k = ((n & 0x7fffffff) >> 20) - 0x3ff;
            product -= DoubleWords.of(n & ~(0x000fffff >> k));
            n = (n & 0x000fffff | 0x00100000) >> 20 - k;
            if (word < 0) {
                n = -n;
            }
        }
        double t = DoubleWords.head(low + product);
        double u = t * LN2_HIGH;
        double v = (low - (t - product)) * LN2 + t * LN2_LOW;
        z = u + v;
        double w = v - (z - u);
        double c = StrictExponentials.correction(z);
        double r = z * c / (c - 2) - (w + z * w);
        z = 1 - (r - z);
        return (DoubleWords.high(z) >> 20) + n <= 0 ? Math.scalb(z, n) : DoubleWords.shifted(z, n);
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
