package com.jopdesign.sys;

/**
 * Arithmetic of doubles, on their bits: IEEE 754 double precision, rounding to nearest, ties to even.
 *
 * <p>Inside, a significand carries three more bits below: a guard bit, a round bit and a sticky bit
 * that stands for all lower ones. Normal significands then have their highest one at bit 55.
 * A result that is not a number is always the same one. Loops work on words instead of longs, whose
 * comparisons and shifts are slow on the machine.
 */
public final class SoftDouble {

    private static final int SIGN_WORD = 0x80000000;
    private static final int MAGNITUDE = 0x7fffffff;
    private static final int INFINITY = 0x7ff00000;
    private static final int FRACTION = 0x000fffff;
    private static final int HIDDEN = 0x00100000;
    private static final long NAN = 0x7ff8000000000000L;

    private SoftDouble() {
    }

    /** Sum. */
    static long add(int ah, int al, int bh, int bl) {
        int order = (ah & MAGNITUDE) - (bh & MAGNITUDE);
        if (order < 0 || order == 0 && al + SIGN_WORD < bl + SIGN_WORD) {
            int swap = ah;
            ah = bh;
            bh = swap;
            swap = al;
            al = bl;
            bl = swap;
        }
        int exponent = ah >>> 20 & 0x7ff;
        int distance = exponent - (bh >>> 20 & 0x7ff);
        if (exponent == 0x7ff) {
            boolean none = (ah & FRACTION | al) != 0 || (bh & MAGNITUDE) == INFINITY && bl == 0 && ah != bh;
            return none ? NAN : Native.makeLong(ah, al);
        }
        if (distance > 55) {
            // Far less than half of the last place, even of the number below: the sum rounds back.
            return Native.makeLong(ah, al);
        }
        int sign = ah & SIGN_WORD;
        boolean subtract = (ah ^ bh) < 0;
        ah = ah & FRACTION | HIDDEN;
        bh = bh & FRACTION | HIDDEN;
        if (exponent - distance == 0) {
            // Numbers below the normal ones have the exponent of the smallest of them, but no hidden bit.
            bh -= HIDDEN;
            if (exponent == 0) {
                ah -= HIDDEN;
                exponent = 1;
            } else {
                --distance;
            }
        }
        ah = ah << 3 | al >>> 29;
        al <<= 3;
        bh = bh << 3 | bl >>> 29;
        bl <<= 3;
        if (distance > 31) {
            bl = distance == 32 ? bh | (bl == 0 ? 0 : 1) : bh >>> distance | ((bh << 64 - distance | bl) == 0 ? 0 : 1);
            bh = 0;
        } else if (distance > 0) {
            int lost = bl << 32 - distance;
            bl = bl >>> distance | bh << 32 - distance | (lost == 0 ? 0 : 1);
            bh >>>= distance;
        }
        if (subtract) {
            ah -= bh;
            if (al + SIGN_WORD < bl + SIGN_WORD) {
                --ah;
            }
            al -= bl;
            if ((ah | al) == 0) {
                return 0;
            }
            while (ah >>> 15 == 0 && exponent > 8) {
                ah = ah << 8 | al >>> 24;
                al <<= 8;
                exponent -= 8;
            }
            while (ah < HIDDEN << 3 && exponent > 1) {
                ah = ah << 1 | al >>> 31;
                al <<= 1;
                --exponent;
            }
        } else {
            al += bl;
            ah += bh;
            if (al + SIGN_WORD < bl + SIGN_WORD) {
                ++ah;
            }
            if (ah >= HIDDEN << 4) {
                al = al >>> 1 | ah << 31 | al & 1;
                ah >>>= 1;
                ++exponent;
            }
        }
        return round(sign, exponent, ah, al);
    }

    /** Product. */
    static long multiply(int ah, int al, int bh, int bl) {
        int sign = (ah ^ bh) & SIGN_WORD;
        int ea = ah >>> 20 & 0x7ff;
        int eb = bh >>> 20 & 0x7ff;
        if (ea == 0 || eb == 0 || ea == 0x7ff || eb == 0x7ff) {
            boolean zero = (ah & MAGNITUDE | al) == 0 || (bh & MAGNITUDE | bl) == 0;
            if (ea == 0x7ff || eb == 0x7ff) {
                return zero || isNaN(ah, al) || isNaN(bh, bl) ? NAN : Native.makeLong(sign | INFINITY, 0);
            }
            if (zero) {
                return Native.makeLong(sign, 0);
            }
            long a = significand(ah, al);
            long b = significand(bh, bl);
            ea = exponent(ah, al);
            eb = exponent(bh, bl);
            ah = (int) (a >>> 32);
            al = (int) a;
            bh = (int) (b >>> 32);
            bl = (int) b;
        }
        ah = ah & FRACTION | HIDDEN;
        bh = bh & FRACTION | HIDDEN;
        long product = multiplyHigh(ah << 3 | al >>> 29, al << 3, bh << 4 | bl >>> 28, bl << 4);
        return normalise(sign, ea + eb - 1023, (int) (product >>> 32), (int) product);
    }

    /**
     * Product of numbers of 56 and 57 bits without its lower 56 bits, for which the lowest bit stands: its highest one
     * is at bit 55 or 56. Digits of 14 bits leave room to add up four products.
     */
    private static long multiplyHigh(int ah, int al, int bh, int bl) {
        int a0 = al & 0x3fff;
        int a1 = al >>> 14 & 0x3fff;
        int a2 = (ah << 4 | al >>> 28) & 0x3fff;
        int a3 = ah >>> 10;
        int b0 = bl & 0x3fff;
        int b1 = bl >>> 14 & 0x3fff;
        int b2 = (bh << 4 | bl >>> 28) & 0x3fff;
        int b3 = bh >>> 10;
        int sum = a0 * b0;
        int lower = sum;
        sum = (sum >>> 14) + a0 * b1 + a1 * b0;
        lower |= sum;
        sum = (sum >>> 14) + a0 * b2 + a1 * b1 + a2 * b0;
        lower |= sum;
        sum = (sum >>> 14) + a0 * b3 + a1 * b2 + a2 * b1 + a3 * b0;
        lower |= sum;
        sum = (sum >>> 14) + a1 * b3 + a2 * b2 + a3 * b1;
        int low = sum & 0x3fff;
        sum = (sum >>> 14) + a2 * b3 + a3 * b2;
        low |= (sum & 0x3fff) << 14;
        sum = (sum >>> 14) + a3 * b3;
        low |= sum << 28;
        return Native.makeLong(sum >>> 4, (lower & 0x3fff) == 0 ? low : low | 1);
    }

    /** Quotient. */
    static long divide(int ah, int al, int bh, int bl) {
        int sign = (ah ^ bh) & SIGN_WORD;
        int ea = ah >>> 20 & 0x7ff;
        int eb = bh >>> 20 & 0x7ff;
        if (ea == 0 || eb == 0 || ea == 0x7ff || eb == 0x7ff) {
            boolean zero = (ah & MAGNITUDE | al) == 0;
            boolean byZero = (bh & MAGNITUDE | bl) == 0;
            if (isNaN(ah, al) || isNaN(bh, bl) || zero && byZero || ea == 0x7ff && eb == 0x7ff) {
                return NAN;
            }
            if (ea == 0x7ff || byZero) {
                return Native.makeLong(sign | INFINITY, 0);
            }
            if (eb == 0x7ff || zero) {
                return Native.makeLong(sign, 0);
            }
            long a = significand(ah, al);
            long b = significand(bh, bl);
            ea = exponent(ah, al);
            eb = exponent(bh, bl);
            ah = (int) (a >>> 32);
            al = (int) a;
            bh = (int) (b >>> 32);
            bl = (int) b;
        }
        ah = ah & FRACTION | HIDDEN;
        bh = bh & FRACTION | HIDDEN;
        if (ah < bh || ah == bh && al + SIGN_WORD < bl + SIGN_WORD) {
            ah = ah << 1 | al >>> 31;
            al <<= 1;
            --ea;
        }
        return compose(sign, ea - eb + 1023, divideSignificands(ah, al, bh, bl));
    }

    /** 56 bits of the quotient, of which the highest is a one, the lowest sticky. */
    private static long divideSignificands(int ah, int al, int bh, int bl) {
        int quotient = 0;
        int high = 0;
        int bound = bl + SIGN_WORD;
        for (int i = 24; ; --i) {
            if (i == 0) {
                // The high word is done.
                if (high != 0) {
                    break;
                }
                high = quotient;
                quotient = 0;
                i = 32;
            }
            quotient <<= 1;
            if (ah > bh || ah == bh && al + SIGN_WORD >= bound) {
                ah -= bh;
                if (al + SIGN_WORD < bound) {
                    --ah;
                }
                al -= bl;
                ++quotient;
            }
            ah = ah << 1 | al >>> 31;
            al <<= 1;
        }
        return Native.makeLong(high, (ah | al) == 0 ? quotient : quotient | 1);
    }

    /** Remainder of the division that rounds toward zero: exact, with the sign of the dividend. */
    static long remainder(int ah, int al, int bh, int bl) {
        int sign = ah & SIGN_WORD;
        ah &= MAGNITUDE;
        bh &= MAGNITUDE;
        if (ah >= INFINITY || isNaN(bh, bl) || (bh | bl) == 0) {
            return NAN;
        }
        if (ah < bh || ah == bh && al + SIGN_WORD < bl + SIGN_WORD) {
            return Native.makeLong(sign | ah, al);
        }
        int exponent = exponent(bh, bl);
        long rest = remainSignificands(significand(ah, al), significand(bh, bl), exponent(ah, al) - exponent);
        if (rest == 0) {
            return Native.makeLong(sign, 0);
        }
        while ((int) (rest >>> 32) < HIDDEN) {
            rest <<= 1;
            --exponent;
        }
        return compose(sign, exponent, rest << 3);
    }

    private static long remainSignificands(long a, long b, int steps) {
        int ah = (int) (a >>> 32);
        int al = (int) a;
        int bh = (int) (b >>> 32);
        int bl = (int) b;
        int bound = bl + SIGN_WORD;
        while (true) {
            if (ah > bh || ah == bh && al + SIGN_WORD >= bound) {
                ah -= bh;
                if (al + SIGN_WORD < bound) {
                    --ah;
                }
                al -= bl;
            }
            if (--steps < 0) {
                return Native.makeLong(ah, al);
            }
            ah = ah << 1 | al >>> 31;
            al <<= 1;
        }
    }

    /** Square root; for Math, as there is no such bytecode. */
    public static long sqrt(long a) {
        int high = (int) (a >>> 32);
        if (a << 1 == 0 || isNaN(high, (int) a)) {
            return a;
        }
        if (high < 0) {
            return NAN;
        }
        if (high == INFINITY) {
            return a;
        }
        int exponent = exponent(high, (int) a) - 1023;
        long rest = significand(high, (int) a);
        if ((exponent & 1) != 0) {
            rest <<= 1;
            --exponent;
        }
        return compose(0, (exponent >> 1) + 1023, root(rest << 10));
    }

    /**
     * Square root, of 56 bits with a sticky bit below, of a number of 64 bits followed by 48 zeros: digit by digit,
     * each taking two bits of the number. The first half fits into words.
     */
    private static long root(long number) {
        int nh = (int) (number >>> 32);
        int nl = (int) number;
        int root = 0;
        int rest = 0;
        for (int i = 28; i > 0; --i) {
            rest = rest << 2 | nh >>> 30;
            nh = nh << 2 | nl >>> 30;
            nl <<= 2;
            int trial = root << 2 | 1;
            root <<= 1;
            if (rest >= trial) {
                rest -= trial;
                root |= 1;
            }
        }
        int restHigh = 0;
        int rootHigh = 0;
        for (int i = 28; i > 0; --i) {
            restHigh = restHigh << 2 | rest >>> 30;
            rest <<= 2;
            int trialHigh = rootHigh << 2 | root >>> 30;
            int trial = root << 2 | 1;
            rootHigh = rootHigh << 1 | root >>> 31;
            root <<= 1;
            if (restHigh > trialHigh || restHigh == trialHigh && rest + SIGN_WORD >= trial + SIGN_WORD) {
                restHigh -= trialHigh;
                if (rest + SIGN_WORD < trial + SIGN_WORD) {
                    --restHigh;
                }
                rest -= trial;
                root |= 1;
            }
        }
        return Native.makeLong(rootHigh, (restHigh | rest) == 0 ? root : root | 1);
    }

    /** -1, 0 or 1; {@code unordered} if one is not a number. */
    static int compare(int ah, int al, int bh, int bl, int unordered) {
        if (((ah & MAGNITUDE) >= INFINITY || (bh & MAGNITUDE) >= INFINITY) && (isNaN(ah, al) || isNaN(bh, bl))) {
            return unordered;
        }
        if (((ah | bh) & MAGNITUDE | al | bl) == 0) {
            return 0;
        }
        int less = -1;
        if (ah < 0) {
            if (bh >= 0) {
                return -1;
            }
            less = 1;
        }
        if (ah != bh) {
            return ah < bh ? less : -less;
        }
        return al == bl ? 0 : al + SIGN_WORD < bl + SIGN_WORD ? less : -less;
    }

    /** The double of an int. */
    static long fromInt(int value) {
        if (value == 0) {
            return 0;
        }
        int sign = value & SIGN_WORD;
        if (value < 0) {
            value = -value;
        }
        int exponent = 1023 + 31;
        while (value >>> 24 == 0) {
            value <<= 8;
            exponent -= 8;
        }
        while (value > 0) {
            value <<= 1;
            --exponent;
        }
        return Native.makeLong(sign | (exponent - 1 << 20) + (value >>> 11), value << 21);
    }

    /** The nearest double of a long. */
    static long fromLong(long value) {
        if (value == 0) {
            return 0;
        }
        int sign = 0;
        if (value < 0) {
            sign = SIGN_WORD;
            value = -value;
        }
        int high = (int) (value >>> 32);
        int low = (int) value;
        int exponent = 1023 + 63;
        if (high == 0) {
            high = low;
            low = 0;
            exponent -= 32;
        }
        while (high >>> 24 == 0) {
            high = high << 8 | low >>> 24;
            low <<= 8;
            exponent -= 8;
        }
        while (high > 0) {
            high = high << 1 | low >>> 31;
            low <<= 1;
            --exponent;
        }
        int rest = (low & 0xff) != 0 ? 1 : 0;
        return round(sign, exponent, high >>> 8, high << 24 | low >>> 8 | rest);
    }

    /** The double of a float. */
    static long fromFloat(int value) {
        int sign = value & SIGN_WORD;
        int exponent = value >>> 23 & 0xff;
        int fraction = value & 0x7fffff;
        if (exponent == 0xff) {
            return fraction != 0 ? NAN : Native.makeLong(sign | INFINITY, 0);
        }
        if (exponent == 0) {
            if (fraction == 0) {
                return Native.makeLong(sign, 0);
            }
            exponent = 1;
            while (fraction < 0x800000) {
                fraction <<= 1;
                --exponent;
            }
            fraction &= 0x7fffff;
        }
        return Native.makeLong(sign | exponent + 1023 - 127 << 20 | fraction >>> 3, fraction << 29);
    }

    /** The int toward zero, the nearest int if there is none. */
    static int toInt(long value) {
        int high = (int) (value >>> 32);
        int exponent = (high >>> 20 & 0x7ff) - 1023;
        if (exponent < 0) {
            return 0;
        }
        if (exponent > 30) {
            return isNaN(high, (int) value) ? 0 : high < 0 ? SIGN_WORD : MAGNITUDE;
        }
        int significand = (high & FRACTION | HIDDEN) << 11 | (int) value >>> 21;
        significand >>>= 31 - exponent;
        return high < 0 ? -significand : significand;
    }

    /** The long toward zero, the nearest long if there is none. */
    static long toLong(long value) {
        int high = (int) (value >>> 32);
        int exponent = (high >>> 20 & 0x7ff) - 1023;
        if (exponent < 0) {
            return 0;
        }
        if (exponent > 62) {
            if (isNaN(high, (int) value)) {
                return 0;
            }
            return high < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
        long significand = Native.makeLong(high & FRACTION | HIDDEN, (int) value);
        significand = exponent < 52 ? significand >>> 52 - exponent : significand << exponent - 52;
        return high < 0 ? -significand : significand;
    }

    private static boolean isNaN(int high, int low) {
        high &= MAGNITUDE;
        return high > INFINITY || high == INFINITY && low != 0;
    }

    /** Exponent of a number that is not 0 as if it were normal: less than 1 for those that are not. */
    private static int exponent(int high, int low) {
        int exponent = high >>> 20 & 0x7ff;
        if (exponent == 0) {
            exponent = 1;
            for (high &= FRACTION; high < HIDDEN; low <<= 1) {
                high = high << 1 | low >>> 31;
                --exponent;
            }
        }
        return exponent;
    }

    /** Significand of a number that is not 0, with its highest one at bit 52. */
    private static long significand(int high, int low) {
        if ((high & INFINITY) != 0) {
            return Native.makeLong(high & FRACTION | HIDDEN, low);
        }
        for (high &= FRACTION; high < HIDDEN; low <<= 1) {
            high = high << 1 | low >>> 31;
        }
        return Native.makeLong(high, low);
    }

    /** As {@link #compose}, with the highest one at bit 55 or 56. */
    private static long normalise(int sign, int exponent, int high, int low) {
        if (high >= HIDDEN << 4) {
            low = low >>> 1 | high << 31 | low & 1;
            high >>>= 1;
            ++exponent;
        }
        if (exponent < 1) {
            return compose(sign, exponent, Native.makeLong(high, low));
        }
        return round(sign, exponent, high, low);
    }

    /** As {@link #round}, for every exponent; the highest one of the significand is at bit 55. */
    public static long compose(int sign, int exponent, long significand) {
        if (exponent < 1) {
            int distance = 1 - exponent;
            if (distance > 55) {
                significand = significand == 0 ? 0 : 1;
            } else {
                significand = significand >>> distance | (significand << 64 - distance != 0 ? 1 : 0);
            }
            exponent = 1;
        }
        return round(sign, exponent, (int) (significand >>> 32), (int) significand);
    }

    /** The double of a significand whose highest one is at bit 55, or lower with exponent 1. */
    private static long round(int sign, int exponent, int high, int low) {
        if (exponent >= 0x7ff) {
            return Native.makeLong(sign | INFINITY, 0);
        }
        int rest = low & 7;
        low = low >>> 3 | high << 29;
        high >>>= 3;
        if (rest > 4 || rest == 4 && (low & 1) != 0) {
            ++low;
            if (low == 0) {
                ++high;
            }
        }
        // The hidden bit, and a carry, count the exponent up.
        return Native.makeLong(sign | (exponent - 1 << 20) + high, low);
    }
}
