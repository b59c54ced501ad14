package java.lang;

/** Angles of {@link StrictMath}: rational functions and a polynomial. */
final class StrictArcs {

    private static final double PI = 0x1.921fb54442d18p+1;
    private static final double PI_LOW = 0x1.1a62633145c07p-53;
    private static final double PI_2 = 0x1.921fb54442d18p+0;
    private static final double PI_2_LOW = 0x1.1a62633145c07p-54;
    private static final double PI_4 = 0x1.921fb54442d18p-1;

    private StrictArcs() {
    }

    /** (asin(x) - x) / x for z = x^2. */
    private static double ratio(double z) {
        double p = 0x1.9efe07501b288p-11 + z * 0x1.23de10dfdf709p-15;
        p = -0x1.48228b5688f3bp-5 + z * p;
        p = 0x1.9c1550e884455p-3 + z * p;
        p = -0x1.4d61203eb6f7dp-2 + z * p;
        p = z * (0x1.5555555555555p-3 + z * p);
        double q = -0x1.6066c1b8d0159p-1 + z * 0x1.3b8c5b12e9282p-4;
        q = 0x1.02ae59c598ac8p+1 + z * q;
        q = -0x1.33a271c8a2d4bp+1 + z * q;
        return p / (1 + z * q);
    }

    static double asin(double x) {
        int word = DoubleWords.high(x);
        int size = word & 0x7fffffff;
        if (size >= 0x3ff00000) {
            return size == 0x3ff00000 && DoubleWords.low(x) == 0 ? x * PI_2 + x * PI_2_LOW : Double.NaN;
        }
        if (size < 0x3fe00000) {
            return size < 0x3e400000 ? x : x + x * ratio(x * x);
        }
        double t = (1 - Math.abs(x)) * 0.5;
        double s = Math.sqrt(t);
        double r = ratio(t);
        if (size >= 0x3fef3333) {
            t = PI_2 - (2 * (s + s * r) - PI_2_LOW);
        } else {
            double head = DoubleWords.head(s);
            double c = (t - head * head) / (s + head);
            double p = 2 * s * r - (PI_2_LOW - 2 * c);
            t = PI_4 - (p - (PI_4 - 2 * head));
        }
        return word > 0 ? t : -t;
    }

    static double acos(double x) {
        int word = DoubleWords.high(x);
        int size = word & 0x7fffffff;
        if (size >= 0x3ff00000) {
            return size != 0x3ff00000 || DoubleWords.low(x) != 0 ? Double.NaN : word > 0 ? 0 : PI + 2 * PI_2_LOW;
        }
        if (size < 0x3fe00000) {
            return size <= 0x3c600000 ? PI_2 + PI_2_LOW : PI_2 - (x - (PI_2_LOW - x * ratio(x * x)));
        }
        double z = (1 - Math.abs(x)) * 0.5;
        double s = Math.sqrt(z);
        if (word < 0) {
            return PI - 2 * (s + (ratio(z) * s - PI_2_LOW));
        }
        double head = DoubleWords.head(s);
        double c = (z - head * head) / (s + head);
        return 2 * (head + (ratio(z) * s + c));
    }

    static double atan(double x) {
        int word = DoubleWords.high(x);
        int size = word & 0x7fffffff;
        if (size >= 0x44100000) {
            return x != x ? x : word > 0 ? PI_2 + PI_2_LOW : -PI_2 - PI_2_LOW;
        }
        if (size < 0x3fdc0000) {
            return size < 0x3e200000 ? x : x - series(x);
        }
        double a = Math.abs(x);
        double result;
        if (size < 0x3fe60000) {
            result = beyond((2 * a - 1) / (2 + a), 0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56);
        } else if (size < 0x3ff30000) {
            result = beyond((a - 1) / (a + 1), PI_4, 0x1.1a62633145c07p-55);
        } else if (size < 0x40038000) {
            result = beyond((a - 1.5) / (1 + 1.5 * a), 0x1.f730bd281f69bp-1, 0x1.007887af0cbbdp-56);
        } else {
            result = beyond(-1 / a, PI_2, PI_2_LOW);
        }
        return word < 0 ? -result : result;
    }

    /** A known angle and that of a tangent. */
    private static double beyond(double x, double high, double low) {
        return high - (series(x) - low - x);
    }

    /** x - atan(x). */
    private static double series(double x) {
        double z = x * x;
        double w = z * z;
        double odd = 0x1.97b4b24760debp-5 + w * 0x1.0ad3ae322da11p-6;
        odd = 0x1.10d66a0d03d51p-4 + w * odd;
        odd = 0x1.745cdc54c206ep-4 + w * odd;
        odd = 0x1.24924920083ffp-3 + w * odd;
        odd = z * (0x1.555555555550dp-2 + w * odd);
        double even = -0x1.dde2d52defd9ap-5 + w * -0x1.2b4442c6a6c2fp-5;
        even = -0x1.3b0f2af749a6dp-4 + w * even;
        even = -0x1.c71c6fe231671p-4 + w * even;
        even = w * (-0x1.999999998ebc4p-3 + w * even);
        return x * (odd + even);
    }

    static double atan2(double y, double x) {
        if (x != x || y != y) {
            return Double.NaN;
        }
        if (x == 1) {
            return atan(y);
        }
        boolean left = DoubleWords.high(x) < 0;
        double angle;
        if (y == 0) {
            angle = left ? PI : 0;
        } else if (x == 0) {
            angle = PI_2;
        } else if (Double.isInfinite(x)) {
            angle = Double.isInfinite(y) ? left ? 3 * PI_4 : PI_4 : left ? PI : 0;
        } else if (Double.isInfinite(y)) {
            angle = PI_2;
        } else {
            angle = finite(y, x, left);
        }
        return DoubleWords.high(y) < 0 ? -angle : angle;
    }

    /** The angle of a point in the upper half. */
    private static double finite(double y, double x, boolean left) {
        int k = (DoubleWords.high(y) & 0x7fffffff) - (DoubleWords.high(x) & 0x7fffffff) >> 20;
        double z;
        if (k > 60) {
            z = PI_2 + 0.5 * PI_LOW;
        } else if (left && k < -60) {
            z = 0;
        } else {
            z = atan(Math.abs(y / x));
        }
        return left ? PI - (z - PI_LOW) : z;
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
