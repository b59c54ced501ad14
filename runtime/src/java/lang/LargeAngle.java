package java.lang;

/**
 * Reduction of angles above 2^19 quarter turns.
 *
 * <p>The angle is three numbers of 24 bits, 2/pi a row of them. Products that are multiples of eight are left out; so the
 * work does not depend on the angle. Where the bits behind the point are all zero, more of 2/pi is taken.
 */
final class LargeAngle {

    /** Bits of 2/pi behind the point, 24 to a word. */
    private static final int[] TWO_OVER_PI = {
        0xa2f983, 0x6e4e44, 0x1529fc, 0x2757d1, 0xf534dd, 0xc0db62, 0x95993c, 0x439041, 0xfe5163, 0xabdebb, 0xc561b7,
        0x246e3a, 0x424dd2, 0xe00649, 0x2eea09, 0xd1921c, 0xfe1deb, 0x1cb129, 0xa73ee8, 0x8235f5, 0x2ebb44, 0x84e99c,
        0x7026b4, 0x5f7e41, 0x3991d6, 0x398353, 0x39f49c, 0x845f8b, 0xbdf928, 0x3b1ff8, 0x97ffde, 0x05980f, 0xef2f11,
        0x8b5a0a, 0x6d1f6d, 0x367ecf, 0x27cb09, 0xb74f46, 0x3f669e, 0x5fea2d, 0x7527ba, 0xc7ebe5, 0xf17b3d, 0x0739f7,
        0x8a5292, 0xea6bfb, 0x5fb11f, 0x8d5d08, 0x560330, 0x46fc7b, 0x6babf0, 0xcfbc20, 0x9af436, 0x1da9e3, 0x91615e,
        0xe61b08, 0x659985, 0x5f14a0, 0x68408d, 0xffd880, 0x4d7327, 0x310606, 0x1556ca, 0x73a8c9, 0x60e27b, 0xc08c6b,
    };

    /** pi/2 in parts of 24 bits. */
    private static final double[] PI_2 = {0x1.921fb4p+0, 0x1.4442dp-24, 0x1.846988p-48, 0x1.8cc516p-72, 0x1.01b838p-96};

    /** Terms of 2/pi at first, less one. */
    private static final int FIRST = 4;

    private final QuarterTurns turns;
    /** The angle's words, lowest exponent last; how many are not zero, less one. */
    private final double[] angle = new double[3];
    private int last;
    /** First word of 2/pi. */
    private int start;
    /** Exponent of the last product. */
    private int exponent;
    private final double[] factors = new double[20];
    /** Products, and as whole numbers of 24 bits from the last on. */
    private final double[] products = new double[20];
    private final int[] pieces = new int[20];
    private int terms = FIRST;
    /** What is in front of the point, after half turns are taken off. */
    private double whole;
    /** Whether the rest is more than a half, and so counts down from the next multiple. */
    private boolean over;

    LargeAngle(QuarterTurns turns) {
        this.turns = turns;
    }

    int reduce(double x) {
        int e = split(x);
        start = Math.max((e - 3) / 24, 0);
        exponent = e - 24 * (start + 1);
        for (int i = 0; i <= last + FIRST; i++) {
            int j = start - last + i;
            factors[i] = j < 0 ? 0 : TWO_OVER_PI[j];
        }
        for (int i = 0; i <= FIRST; i++) {
            multiply(i);
        }
        int n = count();
        while (whole == 0 && restIsZero()) {
            extend();
            n = count();
        }
        trim();
        sum(DoubleWords.high(x) < 0);
        return DoubleWords.high(x) < 0 ? -(n & 7) : n & 7;
    }

    /** Splits an angle into words; returns the exponent of the first. */
    private int split(double x) {
        int size = DoubleWords.high(x) & 0x7fffffff;
        int e = (size >> 20) - 1046;
        double z = DoubleWords.withHigh(x, size - (e << 20));
        for (int i = 0; i < 2; i++) {
            angle[i] = (int) z;
            z = (z - angle[i]) * 0x1p24;
        }
        angle[2] = z;
        last = 2;
        while (angle[last] == 0) {
            last--;
        }
        return e;
    }

    private void multiply(int i) {
        double sum = 0;
        for (int j = 0; j <= last; j++) {
            sum += angle[j] * factors[last + i - j];
        }
        products[i] = sum;
    }

    /** Makes whole numbers of the products; returns the multiple of a quarter turn. */
    private int count() {
        double z = products[terms];
        for (int i = 0, j = terms; j > 0; i++, j--) {
            double carry = (int) (0x1p-24 * z);
            pieces[i] = (int) (z - 0x1p24 * carry);
            z = products[j - 1] + carry;
        }
        z = Math.scalb(z, exponent);
        z -= 8 * Math.floor(z * 0.125);
        int n = (int) z;
        z -= n;
        int top = terms - 1;
        int half = 0;
        if (exponent > 0) {
            int i = pieces[top] >> 24 - exponent;
            n += i;
            pieces[top] -= i << 24 - exponent;
            half = pieces[top] >> 23 - exponent;
        } else if (exponent == 0) {
            half = pieces[top] >> 23;
        } else if (z >= 0.5) {
            half = 2;
        }
        over = half > 0;
        whole = z;
        if (over) {
            n++;
            complement(half);
        }
        return n;
    }

    /** Takes the fraction from 1. */
    private void complement(int half) {
        boolean carry = false;
        for (int i = 0; i < terms; i++) {
            int piece = pieces[i];
            if (carry) {
                pieces[i] = 0xffffff - piece;
            } else if (piece != 0) {
                carry = true;
                pieces[i] = 0x1000000 - piece;
            }
        }
        if (exponent > 0) {
            pieces[terms - 1] &= (1 << 24 - exponent) - 1;
        }
        if (half == 2) {
            whole = 1 - whole;
            if (carry) {
                whole -= Math.scalb(1.0, exponent);
            }
        }
    }

    /** Whether all pieces that the first terms do not need are zero. */
    private boolean restIsZero() {
        int bits = 0;
        for (int i = terms - 1; i >= FIRST; i--) {
            bits |= pieces[i];
        }
        return bits == 0;
    }

    /** Adds as many terms as the leading zeros ask for. */
    private void extend() {
        int more = 1;
        while (pieces[FIRST - more] == 0) {
            more++;
        }
        for (int i = terms + 1; i <= terms + more; i++) {
            factors[last + i] = TWO_OVER_PI[start + i];
            multiply(i);
        }
        terms += more;
    }

    /** Takes leading zeros off, or puts the part before the pieces in front of them. */
    private void trim() {
        if (whole == 0) {
            do {
                terms--;
                exponent -= 24;
            } while (pieces[terms] == 0);
            return;
        }
        double z = Math.scalb(whole, -exponent);
        if (z >= 0x1p24) {
            double carry = (int) (0x1p-24 * z);
            pieces[terms] = (int) (z - 0x1p24 * carry);
            terms++;
            exponent += 24;
            pieces[terms] = (int) carry;
        } else {
            pieces[terms] = (int) z;
        }
    }

    /** Multiplies with pi/2 and adds up, smallest first. */
    private void sum(boolean negative) {
        double unit = Math.scalb(1.0, exponent);
        for (int i = terms; i >= 0; i--) {
            products[i] = unit * pieces[i];
            unit *= 0x1p-24;
        }
        double[] parts = new double[terms + 1];
        double high = 0;
        for (int i = terms; i >= 0; i--) {
            double sum = 0;
            for (int k = 0; k <= FIRST && k <= terms - i; k++) {
                sum += PI_2[k] * products[i + k];
            }
            parts[terms - i] = sum;
        }
        for (int i = terms; i >= 0; i--) {
            high += parts[i];
        }
        double low = parts[0] - high;
        for (int i = 1; i <= terms; i++) {
            low += parts[i];
        }
        boolean sign = over != negative;
        turns.high = sign ? -high : high;
        turns.low = sign ? -low : low;
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
