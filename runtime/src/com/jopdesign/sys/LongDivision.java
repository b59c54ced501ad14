package com.jopdesign.sys;

/**
 * Division of 64-bit numbers without sign, by shifting and subtracting words: long comparisons and
 * shifts are slow on the machine, int ones take one to four cycles.
 */
final class LongDivision {

    private static final int SIGN = 0x80000000;

    private LongDivision() {
    }

    /** Quotient, or remainder, of two numbers without sign; the divisor is not 0. */
    static long divide(int high, int low, int divisorHigh, int divisor, boolean remainder) {
        if (divisorHigh != 0) {
            return divideByLong(high, low, divisorHigh, divisor, remainder);
        }
        int bound = divisor + SIGN;
        int quotientHigh = 0;
        int rest = high;
        if (high + SIGN >= bound) {
            if (high > 0) {
                quotientHigh = high / divisor;
                rest = high - quotientHigh * divisor;
            } else {
                // Both are large, or the divisor is small: the high word alone, as a number of its own.
                quotientHigh = (int) divide(0, high, 0, divisor, false);
                rest = high - quotientHigh * divisor;
            }
        }
        // rest < divisor: 32 steps bring in the bits of the low word and turn it into the quotient's.
        for (int i = 32; i > 0; --i) {
            int carry = rest;
            rest = rest << 1 | low >>> 31;
            low <<= 1;
            if (carry < 0 || rest + SIGN >= bound) {
                rest -= divisor;
                low |= 1;
            }
        }
        return remainder ? Native.makeLong(0, rest) : Native.makeLong(quotientHigh, low);
    }

    /** As {@link #divide}, by a divisor of two words: the quotient has one. */
    private static long divideByLong(int high, int low, int divisorHigh, int divisorLow, boolean remainder) {
        int quotient = 0;
        if (high + SIGN >= divisorHigh + SIGN) {
            int bit = 1;
            // Aligns the divisor, then goes back.
            while (divisorHigh > 0 && (divisorHigh << 1) + SIGN <= high + SIGN) {
                divisorHigh = divisorHigh << 1 | divisorLow >>> 31;
                divisorLow <<= 1;
                bit <<= 1;
            }
            do {
                if (high == divisorHigh ? low + SIGN >= divisorLow + SIGN : high + SIGN > divisorHigh + SIGN) {
                    high -= divisorHigh;
                    if (low + SIGN < divisorLow + SIGN) {
                        --high;
                    }
                    low -= divisorLow;
                    quotient |= bit;
                }
                divisorLow = divisorLow >>> 1 | divisorHigh << 31;
                divisorHigh >>>= 1;
                bit >>>= 1;
            } while (bit != 0);
        }
        return remainder ? Native.makeLong(high, low) : Native.makeLong(0, quotient);
    }
}
