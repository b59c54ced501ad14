package java.lang;

/** Roots of {@link StrictMath}. */
final class StrictRoots {

    private StrictRoots() {
    }

    /** A third of the exponent, a rational function to 23 bits, and a step of Newton's. */
    static double cbrt(double x) {
        double a = Math.abs(x);
        if (!(a < Double.POSITIVE_INFINITY) || a == 0) {
            return x;
        }
        int word = DoubleWords.high(a);
        double t;
        if (word < 0x00100000) {
            t = 0x1p54 * a;
            t = DoubleWords.withHigh(t, DoubleWords.high(t) / 3 + 696219795);
        } else {
            t = DoubleWords.of(word / 3 + 715094163);
        }
        double r = t * t / a;
        double s = 0x1.15f15f15f15f1p-1 + r * t;
        t *= 0x1.6db6db6db6db7p-2 + 0x1.9b6db6db6db6ep+0 / (s + 0x1.6a0ea0ea0ea0fp+0 + -0x1.691de2532c834p-1 / s);
        t = DoubleWords.of(DoubleWords.high(t) + 1);
        s = t * t;
        r = a / s;
        r = (r - t) / (t + t + r);
        t += t * r;
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
        if (DoubleWords.high(b) > DoubleWords.high(a)) {
            double other = a;
            a = b;
            b = other;
        }
        int aHigh = DoubleWords.high(a);
        int bHigh = DoubleWords.high(b);
        if (aHigh - bHigh > 0x03c00000) {
            return a + b;
        }
        if (aHigh > 0x5f300000) {
            return 0x1p600 * ofMiddle(a * 0x1p-600, b * 0x1p-600, aHigh - 0x25800000, bHigh - 0x25800000);
        }
        if (bHigh < 0x20b00000) {
            if (b == 0) {
                return a;
            }
            if (b < Double.MIN_NORMAL) {
                // fdlibm leaves the words as they were: the last bit shows it.
                return 0x1p-1022 * ofMiddle(a * 0x1p1022, b * 0x1p1022, aHigh, bHigh);
            }
            return 0x1p-600 * ofMiddle(a * 0x1p600, b * 0x1p600, aHigh + 0x25800000, bHigh + 0x25800000);
        }
        return ofMiddle(a, b, aHigh, bHigh);
    }

    /** The distance of numbers whose squares are normal, with the high words of both. */
    private static double ofMiddle(double a, double b, int aHigh, int bHigh) {
        double w = a - b;
        if (w > b) {
            double head = DoubleWords.of(aHigh);
            double tail = a - head;
            return Math.sqrt(head * head - (b * -b - tail * (a + head)));
        }
        a += a;
        double bHead = DoubleWords.of(bHigh);
        double head = DoubleWords.of(aHigh + 0x00100000);
        return Math.sqrt(head * bHead - (w * -w - (head * (b - bHead) + (a - head) * b)));
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
