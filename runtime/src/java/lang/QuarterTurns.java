package java.lang;

/**
 * An angle as a multiple of a quarter turn and a rest of at most an eighth, in two doubles.
 *
 * <p>pi/2 is taken in parts of 33 bits, whose products with the multiple are exact; as many parts as the bits that
 * cancel ask for. Large angles are multiplied with 2/pi in pieces of 24 bits: see {@link LargeAngle}.
 */
final class QuarterTurns {

    private static final double PI_2 = 0x1.921fb54442d18p+0;
    private static final double TWO_OVER_PI = 0x1.45f306dc9c883p-1;

    /** pi/2 in parts, and for each what is left after it. */
    private static final double PART1 = 0x1.921fb54400000p+0;
    private static final double REST1 = 0x1.0b4611a626331p-34;
    private static final double PART2 = 0x1.0b4611a600000p-34;
    private static final double REST2 = 0x1.3198a2e037073p-69;
    private static final double PART3 = 0x1.3198a2e000000p-69;
    private static final double REST3 = 0x1.b839a252049c1p-104;

    /** The rest of the angle, and what rounding took of it. */
    double high;
    double low;

    /** Sets the rest of a finite angle of more than an eighth; returns the multiple, or its last three bits. */
    int reduce(double x) {
        int word = DoubleWords.high(x);
        int size = word & 0x7fffffff;
        if (size > 0x413921fb) {
            return new LargeAngle(this).reduce(x);
        }
        int n = size < 0x4002d97c ? once(Math.abs(x), size) : more(Math.abs(x), size);
        if (word >= 0) {
            return n;
        }
        high = -high;
        low = -low;
        return -n;
    }

    /** Angles of less than three eighths. */
    private int once(double x, int size) {
        double z = x - PART1;
        if (size != 0x3ff921fb) {
            rest(z, REST1);
        } else {
            rest(z - PART2, REST2);
        }
        return 1;
    }

    /** Angles up to 2^19 quarter turns. */
    private int more(double x, int size) {
        int n = (int) (x * TWO_OVER_PI + 0.5);
        double fn = n;
        double r = x - fn * PART1;
        double w = fn * REST1;
        rest(r, w);
        if (n < 32 && size != DoubleWords.high(n * PI_2)) {
            return n;
        }
        int exponent = size >> 20;
        if (exponent - (DoubleWords.high(high) >> 20 & 0x7ff) > 16) {
            double t = r;
            w = fn * PART2;
            r = t - w;
            w = fn * REST2 - (t - r - w);
            rest(r, w);
            if (exponent - (DoubleWords.high(high) >> 20 & 0x7ff) > 49) {
                t = r;
                w = fn * PART3;
                r = t - w;
                w = fn * REST3 - (t - r - w);
                rest(r, w);
            }
        }
        return n;
    }

    /** The difference in two doubles. */
    private void rest(double r, double w) {
        high = r - w;
        low = r - high - w;
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
