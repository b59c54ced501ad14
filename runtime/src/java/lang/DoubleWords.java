package java.lang;

import com.jopdesign.sys.Native;

/** The two words of a double. */
final class DoubleWords {

    private DoubleWords() {
    }

    /** The word with sign, exponent and 20 bits of the fraction. */
    static int high(double a) {
        return (int) (Native.toLong(a) >>> 32);
    }

    /** The word with the other bits of the fraction. */
    static int low(double a) {
        return (int) Native.toLong(a);
    }

    /** A double without the bits of its low word. */
    static double head(double a) {
        return Native.toDouble(Native.toLong(a) & 0xffffffff00000000L);
    }

    /** The double whose low word is 0. */
    static double of(int high) {
        return Native.toDouble(Native.makeLong(high, 0));
    }

    /** A double with another high word. */
    static double withHigh(double a, int high) {
        return Native.toDouble(Native.makeLong(high, (int) Native.toLong(a)));
    }

    /** A double whose exponent grows: a normal number that stays one. */
    static double shifted(double a, int power) {
        return Native.toDouble(Native.toLong(a) + Native.makeLong(power << 20, 0));
    }
}
