package com.jopdesign.sys;

/**
 * Arithmetic of floats, on their bits: IEEE 754 single precision, rounding to nearest, ties to even.
 *
 * <p>Inside, a significand carries three more bits below: a guard bit, a round bit and a sticky bit
 * that stands for all lower ones. Normal significands then have their highest one at bit 26.
 * A result that is not a number is always the same one.
 */
public final class SoftFloat {

    private static final int SIGN = 0x80000000;
    private static final int MAGNITUDE = 0x7fffffff;
    private static final int INFINITY = 0x7f800000;
    private static final int NAN = 0x7fc00000;
    private static final int FRACTION = 0x007fffff;
    private static final int HIDDEN = 0x00800000;

    private SoftFloat() {
    }

    /** Sum. */
    static int add(int a, int b) {
        if ((a & MAGNITUDE) < (b & MAGNITUDE)) {
            int swap = a;
            a = b;
            b = swap;
        }
        int exponent = a >>> 23 & 0xff;
        int smaller = b >>> 23 & 0xff;
        if (exponent == 0xff) {
            boolean none = (a & FRACTION) != 0 || (b & MAGNITUDE) == INFINITY && a != b;
            return none ? NAN : a;
        }
        int distance = exponent - smaller;
        if (distance > 26) {
            // Far less than half of the last place, even of the number below: the sum rounds back.
            return a;
        }
        int large = (a & FRACTION | HIDDEN) << 3;
        int small = (b & FRACTION | HIDDEN) << 3;
        if (smaller == 0) {
            // Numbers below the normal ones have the exponent of the smallest of them, but no hidden bit.
            small -= HIDDEN << 3;
            if (exponent == 0) {
                large -= HIDDEN << 3;
                exponent = 1;
            } else {
                --distance;
            }
        }
        if (distance > 0) {
            int lost = small << 32 - distance;
            small = small >>> distance | (lost == 0 ? 0 : 1);
        }
        if ((a ^ b) >= 0) {
            large += small;
            if (large >= HIDDEN << 4) {
                large = large >>> 1 | large & 1;
                ++exponent;
            }
        } else {
            large -= small;
            if (large == 0) {
                return 0;
            }
            while (large >>> 18 == 0 && exponent > 8) {
                large <<= 8;
                exponent -= 8;
            }
            while (large < HIDDEN << 3 && exponent > 1) {
                large <<= 1;
                --exponent;
            }
        }
        return round(a & SIGN, exponent, large);
    }

    /** Product. */
    static int multiply(int a, int b) {
        int sign = (a ^ b) & SIGN;
        int ea = a >>> 23 & 0xff;
        int eb = b >>> 23 & 0xff;
        if (ea == 0 || eb == 0 || ea == 0xff || eb == 0xff) {
            a &= MAGNITUDE;
            b &= MAGNITUDE;
            if (ea == 0xff || eb == 0xff) {
                return a > INFINITY || b > INFINITY || a == 0 || b == 0 ? NAN : sign | INFINITY;
            }
            if (a == 0 || b == 0) {
                return sign;
            }
            ea = exponent(a);
            eb = exponent(b);
            a = significand(a);
            b = significand(b);
        }
        a = a & FRACTION | HIDDEN;
        b = b & FRACTION | HIDDEN;
        int exponent = ea + eb - 127;
        // The product of 24 by 24 bits, from 12-bit halves, in two words of 24 bits.
        int a1 = a >>> 12;
        int a0 = a & 0xfff;
        int b1 = b >>> 12;
        int b0 = b & 0xfff;
        int low = a0 * b0;
        int middle = a1 * b0 + a0 * b1 + (low >>> 12);
        int high = a1 * b1 + (middle >>> 12);
        low = (middle & 0xfff) << 12 | low & 0xfff;
        if (high >= HIDDEN) {
            ++exponent;
            high = high << 3 | low >>> 21;
            low &= 0x1fffff;
        } else {
            high = high << 4 | low >>> 20;
            low &= 0xfffff;
        }
        if (low != 0) {
            high |= 1;
        }
        return exponent < 1 ? compose(sign, exponent, high) : round(sign, exponent, high);
    }

    /** Quotient. */
    static int divide(int a, int b) {
        int sign = (a ^ b) & SIGN;
        int ea = a >>> 23 & 0xff;
        int eb = b >>> 23 & 0xff;
        if (ea == 0 || eb == 0 || ea == 0xff || eb == 0xff) {
            a &= MAGNITUDE;
            b &= MAGNITUDE;
            if (a > INFINITY || b > INFINITY || a == b && (a == 0 || a == INFINITY)) {
                return NAN;
            }
            if (ea == 0xff || b == 0) {
                return sign | INFINITY;
            }
            if (eb == 0xff || a == 0) {
                return sign;
            }
            ea = exponent(a);
            eb = exponent(b);
            a = significand(a);
            b = significand(b);
        }
        a = a & FRACTION | HIDDEN;
        b = b & FRACTION | HIDDEN;
        int exponent = ea - eb + 127;
        if (a < b) {
            a <<= 1;
            --exponent;
        }
        int quotient = 0;
        for (int i = 27; i > 0; --i) {
            quotient <<= 1;
            if (a >= b) {
                a -= b;
                quotient |= 1;
            }
            a <<= 1;
        }
        return compose(sign, exponent, a == 0 ? quotient : quotient | 1);
    }

    /** Remainder of the division that rounds toward zero: exact, with the sign of the dividend. */
    static int remainder(int a, int b) {
        int sign = a & SIGN;
        a &= MAGNITUDE;
        b &= MAGNITUDE;
        if (a >= INFINITY || b > INFINITY || b == 0) {
            return NAN;
        }
        if (a < b) {
            return sign | a;
        }
        int exponent = exponent(b);
        int steps = exponent(a) - exponent;
        a = significand(a);
        b = significand(b);
        for (; steps >= 0; --steps) {
            if (a >= b) {
                a -= b;
            }
            a <<= 1;
        }
        if (a == 0) {
            return sign;
        }
        // One bit too far left: the three lower bits are still to come.
        while (a < HIDDEN << 1) {
            a <<= 1;
            --exponent;
        }
        return compose(sign, exponent, a << 2);
    }

    /** -1, 0 or 1; {@code unordered} if one is not a number. */
    static int compare(int a, int b, int unordered) {
        if ((a & MAGNITUDE) > INFINITY || (b & MAGNITUDE) > INFINITY) {
            return unordered;
        }
        // Negative numbers stand in the other order; both zeros become 0.
        if (a < 0) {
            a = SIGN - a;
        }
        if (b < 0) {
            b = SIGN - b;
        }
        return a < b ? -1 : a == b ? 0 : 1;
    }

    /** The nearest float of an int. */
    static int fromInt(int value) {
        if (value == 0) {
            return 0;
        }
        int sign = value & SIGN;
        if (value < 0) {
            value = -value;
        }
        int exponent = 127 + 31;
        while (value >>> 24 == 0) {
            value <<= 8;
            exponent -= 8;
        }
        while (value > 0) {
            value <<= 1;
            --exponent;
        }
        return round(sign, exponent, value >>> 5 | ((value & 0x1f) != 0 ? 1 : 0));
    }

    /** The nearest float of a long. */
    static int fromLong(long value) {
        int sign = 0;
        if (value < 0) {
            sign = SIGN;
            value = -value;
        }
        int high = (int) (value >>> 32);
        int low = (int) value;
        if (high == 0) {
            if (low >= 0) {
                return sign | fromInt(low);
            }
            return round(sign, 127 + 31, low >>> 5 | ((low & 0x1f) != 0 ? 1 : 0));
        }
        int exponent = 127 + 63;
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
        return round(sign, exponent, high >>> 5 | ((high & 0x1f | low) != 0 ? 1 : 0));
    }

    /** The nearest float of a double. */
    static int fromDouble(long value) {
        int high = (int) (value >>> 32);
        int low = (int) value;
        int sign = high & SIGN;
        int exponent = (high >>> 20 & 0x7ff) - 1023 + 127;
        high &= 0xfffff;
        if (exponent == 0x7ff - 1023 + 127) {
            return (high | low) != 0 ? NAN : sign | INFINITY;
        }
        if (exponent < -32) {
            // Also all doubles below the normal ones.
            return sign;
        }
        // 20 bits of the high word, 6 of the low one, the rest sticky.
        int significand = HIDDEN << 3 | high << 6 | low >>> 26;
        return compose(sign, exponent, low << 6 != 0 ? significand | 1 : significand);
    }

    /** The int toward zero, the nearest int if there is none. */
    static int toInt(int value) {
        int exponent = (value >>> 23 & 0xff) - 127;
        if (exponent < 0) {
            return 0;
        }
        if (exponent > 30) {
            return (value & MAGNITUDE) > INFINITY ? 0 : value < 0 ? SIGN : MAGNITUDE;
        }
        int significand = value & FRACTION | HIDDEN;
        significand = exponent < 23 ? significand >>> 23 - exponent : significand << exponent - 23;
        return value < 0 ? -significand : significand;
    }

    /** The long toward zero, the nearest long if there is none. */
    static long toLong(int value) {
        int exponent = (value >>> 23 & 0xff) - 127;
        if (exponent < 31) {
            return toInt(value);
        }
        if (exponent > 62) {
            if ((value & MAGNITUDE) > INFINITY) {
                return 0;
            }
            return value < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
        long significand = (long) (value & FRACTION | HIDDEN) << exponent - 23;
        return value < 0 ? -significand : significand;
    }

    /** Exponent of a number that is not 0 as if it were normal: less than 1 for those that are not. */
    private static int exponent(int value) {
        int exponent = value >>> 23 & 0xff;
        if (exponent == 0) {
            exponent = 1;
            for (value &= FRACTION; value < HIDDEN; value <<= 1) {
                --exponent;
            }
        }
        return exponent;
    }

    /** Significand of a number that is not 0, with its highest one at bit 23. */
    private static int significand(int value) {
        if ((value & INFINITY) != 0) {
            return value & FRACTION | HIDDEN;
        }
        for (value &= FRACTION; value < HIDDEN;) {
            value <<= 1;
        }
        return value;
    }

    /** Shifts right, keeping what falls out in the lowest bit. */
    private static int shiftRight(int significand, int distance) {
        if (distance == 0) {
            return significand;
        }
        if (distance > 26) {
            return significand == 0 ? 0 : 1;
        }
        return significand >>> distance | (significand << 32 - distance != 0 ? 1 : 0);
    }

    /** As {@link #round}, for every exponent; the highest one of the significand is at bit 26. */
    public static int compose(int sign, int exponent, int significand) {
        if (exponent < 1) {
            return round(sign, 1, shiftRight(significand, 1 - exponent));
        }
        return round(sign, exponent, significand);
    }

    /** The float of a significand whose highest one is at bit 26, or lower with exponent 1. */
    private static int round(int sign, int exponent, int significand) {
        if (exponent >= 0xff) {
            return sign | INFINITY;
        }
        int rest = significand & 7;
        significand >>>= 3;
        if (rest > 4 || rest == 4 && (significand & 1) != 0) {
            ++significand;
        }
        // The hidden bit, and a carry, count the exponent up.
        return sign | (exponent - 1 << 23) + significand;
    }
}
