package com.jopdesign.sys;

/** The operations that the library's Math uses, as the host has them. */
public final class Native {

    private Native() {
    }

    public static int toInt(float value) {
        return Float.floatToRawIntBits(value);
    }

    public static float toFloat(int bits) {
        return Float.intBitsToFloat(bits);
    }

    public static long toLong(double value) {
        return Double.doubleToRawLongBits(value);
    }

    public static double toDouble(long bits) {
        return Double.longBitsToDouble(bits);
    }

    public static long makeLong(int high, int low) {
        return (long) high << 32 | low & 0xffffffffL;
    }
}
