package java.lang;

/**
 * Inverse functions of the angle. atan: for larger numbers the angle to one of a few known ones remains. asin: near 1
 * half of the angle is taken, whose sine is a root. Cases and their limits are those of fdlibm, see below.
 */
final class Arcs {

    private static final double QUARTER_HIGH = 0x1.921fb54442d18p+0;
    private static final double QUARTER_LOW = 0x1.1a62633145c07p-54;

    private Arcs() {
    }

    static double atan(double x) {
        if (x != x) {
            return x;
        }
        double size = Math.abs(x);
        double result;
        if (size < 0.4375) {
            return size < 0x1p-27 ? x : x + x * atanSeries(x * x);
        } else if (size < 0.6875) {
            result = around((2 * size - 1) / (2 + size), 0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56);
        } else if (size < 1.1875) {
            result = around((size - 1) / (size + 1), 0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55);
        } else if (size < 2.4375) {
            result = around((size - 1.5) / (1 + 1.5 * size), 0x1.f730bd281f69bp-1, 0x1.007887af0cbbdp-56);
        } else {
            result = size > 0x1p66 ? QUARTER_HIGH : around(-1 / size, QUARTER_HIGH, QUARTER_LOW);
        }
        return x < 0 ? -result : result;
    }

    /** A known angle and that of a small number. */
    private static double around(double t, double high, double low) {
        return high + (t + (t * atanSeries(t * t) + low));
    }

    /** atan(t) / t - 1 for z = t^2. */
    private static double atanSeries(double z) {
        double p = -0x1.1ebc43c4484e4p-6;
        p = p * z + 0x1.3584a3456b8b3p-5;
        p = p * z - 0x1.9c3f28a9702dfp-5;
        p = p * z + 0x1.df045b326ebf9p-5;
        p = p * z - 0x1.10eca8411d91ep-4;
        p = p * z + 0x1.3b11582f8aff0p-4;
        p = p * z - 0x1.745cfeef2b061p-4;
        p = p * z + 0x1.c71c71332e3f7p-4;
        p = p * z - 0x1.24924923aad7dp-3;
        p = p * z + 0x1.99999999987e4p-3;
        return (p * z - 0x1.5555555555554p-2) * z;
    }

    static double atan2(double y, double x) {
        if (x != x || y != y) {
            return Double.NaN;
        }
        boolean below = Double.doubleToRawLongBits(y) < 0;
        boolean left = Double.doubleToRawLongBits(x) < 0;
        double height = Math.abs(y);
        double width = Math.abs(x);
        double angle;
        if (height == 0) {
            angle = 0;
        } else if (width == 0 || height == Double.POSITIVE_INFINITY && width != height) {
            return below ? -QUARTER_HIGH : QUARTER_HIGH;
        } else if (width == Double.POSITIVE_INFINITY) {
            angle = height == width ? 0.5 * QUARTER_HIGH : 0;
        } else {
            angle = atan(height / width);
        }
        if (left) {
            angle = 2 * QUARTER_HIGH - (angle - 2 * QUARTER_LOW);
        }
        return below ? -angle : angle;
    }

    /** asin(t) / t - 1 for z = t^2 up to 1/4. */
    private static double asinSeries(double z) {
        double p = 0x1.d72b2bc8155f8p-6;
        p = p * z - 0x1.e6aaa8a0a04ccp-7;
        p = p * z + 0x1.1d189408314eep-6;
        p = p * z + 0x1.65a9c4dfcf8b2p-8;
        p = p * z + 0x1.52420b04b37bep-7;
        p = p * z + 0x1.782651caa6547p-7;
        p = p * z + 0x1.c9cf07674736ap-7;
        p = p * z + 0x1.1c4d35cf95421p-6;
        p = p * z + 0x1.6e8bb1c8209a2p-6;
        p = p * z + 0x1.f1c71c1db0623p-6;
        p = p * z + 0x1.6db6db6e31f13p-5;
        p = p * z + 0x1.3333333332ecap-4;
        return (p * z + 0x1.5555555555556p-3) * z;
    }

    /** Twice asin of the root of a number, as a root in two parts and the rest. */
    private static Twofold twiceAsinOfRoot(double z) {
        if (z == 0) {
            return new Twofold(0, 0);
        }
        double root = Math.sqrt(z);
        double head = Twofold.upper(root);
        // What the root lost: (z - head^2) / (root + head).
        double tail = (z - head * head) / (root + head);
        double rest = tail + root * asinSeries(z);
        return new Twofold(2 * head, 2 * rest);
    }

    static double asin(double x) {
        double size = Math.abs(x);
        if (!(size <= 1)) {
            return Double.NaN;
        }
        if (size < 0.5) {
            return size < 0x1p-27 ? x : x + x * asinSeries(x * x);
        }
        Twofold other = twiceAsinOfRoot((1 - size) * 0.5);
        double result = QUARTER_HIGH - other.high - (other.low - QUARTER_LOW);
        return x < 0 ? -result : result;
    }

    static double acos(double x) {
        double size = Math.abs(x);
        if (!(size <= 1)) {
            return Double.NaN;
        }
        if (size < 0.5) {
            return QUARTER_HIGH - (x - (QUARTER_LOW - x * asinSeries(x * x)));
        }
        Twofold result = twiceAsinOfRoot((1 - size) * 0.5);
        if (x > 0) {
            return result.high + result.low;
        }
        return 2 * QUARTER_HIGH - result.high - (result.low - 2 * QUARTER_LOW);
    }

    static double cbrt(double x) {
        if (x == 0 || x != x || Double.isInfinite(x)) {
            return x;
        }
        double size = Math.abs(x);
        int shift = 0;
        if (size < Double.MIN_NORMAL) {
            size *= 0x1p54;
            shift = -18;
        }
        // A third of the exponent makes a first guess, good to a few per cent: 682 = 1023 - 1023 / 3, less what is best.
        long bits = Double.doubleToRawLongBits(size);
        double t = Double.longBitsToDouble((long) ((int) (bits >>> 32) / 3 + (682 << 20) - 33000) << 32);
        for (int i = 0; i < 2; ++i) {
            // Each step triples the digits.
            double cube = t * t * t;
            t *= (cube + 2 * size) / (2 * cube + size);
        }
        // With 26 bits the square is exact, and so the last correction nearly.
        t = Twofold.upper(t);
        double rest = size / (t * t) - t;
        t += t * rest / (3 * t + rest);
        if (shift != 0) {
            t = Exponentials.scale(t, shift);
        }
        return x < 0 ? -t : t;
    }

    static double hypot(double x, double y) {
        double a = Math.abs(x);
        double b = Math.abs(y);
        if (a == Double.POSITIVE_INFINITY || b == Double.POSITIVE_INFINITY) {
            return Double.POSITIVE_INFINITY;
        }
        if (a != a || b != b) {
            return Double.NaN;
        }
        if (a < b) {
            double swap = a;
            a = b;
            b = swap;
        }
        if (b == 0) {
            return a;
        }
        int power = Math.getExponent(a);
        if (power - Math.getExponent(b) > 60) {
            return a + b;
        }
        boolean far = power > 500 || power < -500;
        if (far) {
            a = Exponentials.scale(a, -power);
            b = Exponentials.scale(b, -power);
        }
        double aa = a * a;
        double bb = b * b;
        Twofold sum = new Twofold(aa, Twofold.error(a, a, aa)).plus(bb, Twofold.error(b, b, bb));
        double root = Math.sqrt(sum.high);
        double square = root * root;
        double rest = sum.high - square - Twofold.error(root, root, square) + sum.low;
        double result = root + rest / (2 * root);
        return far ? Exponentials.scale(result, power) : result;
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
