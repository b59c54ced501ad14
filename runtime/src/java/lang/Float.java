package java.lang;

import com.jopdesign.sys.Native;

/** A float as an object, its bits and its text. */
public final class Float extends Number implements Comparable<Float> {

    /** The largest finite number. */
    public static final float MAX_VALUE = 3.4028235E38f;
    /** The smallest number above 0. */
    public static final float MIN_VALUE = 1.4E-45f;
    /** The smallest normal number above 0. */
    public static final float MIN_NORMAL = 1.17549435E-38f;
    /** Above all numbers. */
    public static final float POSITIVE_INFINITY = 1.0f / 0;
    /** Below all numbers. */
    public static final float NEGATIVE_INFINITY = -1.0f / 0;
    /** Not a number. */
    public static final float NaN = 0.0f / 0;
    /** Exponent of the largest numbers. */
    public static final int MAX_EXPONENT = 127;
    /** Exponent of the smallest normal numbers. */
    public static final int MIN_EXPONENT = -126;
    /** Bits of a float. */
    public static final int SIZE = 32;
    /** Bytes of a float. */
    public static final int BYTES = 4;

    private final float value;

    /** An object of its own. */
    public Float(float value) {
        this.value = value;
    }

    /** An object. */
    public static Float valueOf(float value) {
        return new Float(value);
    }

    /** The number of a decimal text. */
    public static Float valueOf(String text) {
        return new Float(parseFloat(text));
    }

    /** The number nearest to a decimal text. */
    public static float parseFloat(String text) {
        return Native.toFloat(DecimalParser.parseFloat(text));
    }

    /** The shortest decimal text that no other float is nearer to. */
    public static String toString(float value) {
        return DecimalText.ofFloat(Native.toInt(value));
    }

    /** The bits, the same ones for each NaN. */
    public static int floatToIntBits(float value) {
        return value != value ? 0x7fc00000 : Native.toInt(value);
    }

    /** The bits. */
    public static int floatToRawIntBits(float value) {
        return Native.toInt(value);
    }

    /** The number of bits. */
    public static float intBitsToFloat(int bits) {
        return Native.toFloat(bits);
    }

    /** Whether this is not a number. */
    public static boolean isNaN(float value) {
        return value != value;
    }

    /** Whether this is one of the two infinities. */
    public static boolean isInfinite(float value) {
        return (Native.toInt(value) & 0x7fffffff) == 0x7f800000;
    }

    /** Whether this is a number and not infinite. */
    public static boolean isFinite(float value) {
        return (Native.toInt(value) & 0x7f800000) != 0x7f800000;
    }

    /** Order of two numbers: -0 comes before 0, NaN last. */
    public static int compare(float a, float b) {
        if (a < b) {
            return -1;
        }
        if (a > b) {
            return 1;
        }
        return Integer.compare(floatToIntBits(a), floatToIntBits(b));
    }

    /** The larger number. */
    public static float max(float a, float b) {
        return Math.max(a, b);
    }

    /** The smaller number. */
    public static float min(float a, float b) {
        return Math.min(a, b);
    }

    /** The sum. */
    public static float sum(float a, float b) {
        return a + b;
    }

    /** The hash code of an object with a value. */
    public static int hashCode(float value) {
        return floatToIntBits(value);
    }

    /** Whether this is not a number. */
    public boolean isNaN() {
        return isNaN(value);
    }

    /** Whether this is one of the two infinities. */
    public boolean isInfinite() {
        return isInfinite(value);
    }

    @Override
    public int intValue() {
        return (int) value;
    }

    @Override
    public long longValue() {
        return (long) value;
    }

    @Override
    public float floatValue() {
        return value;
    }

    @Override
    public double doubleValue() {
        return value;
    }

    @Override
    public int compareTo(Float other) {
        return compare(value, other.value);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Float && floatToIntBits(((Float) other).value) == floatToIntBits(value);
    }

    @Override
    public int hashCode() {
        return hashCode(value);
    }

    @Override
    public String toString() {
        return toString(value);
    }

    /** The number of a decimal text. */
    public Float(String text) {
        this(parseFloat(text));
    }

    /** Hexadecimal text such as {@code 0x1.8p1}. */
    public static String toHexString(float value) {
        return HexText.of(value, -126);
    }

    /** The number as a byte. */
    @Override
    public byte byteValue() {
        return (byte) value;
    }

    /** The number as a short. */
    @Override
    public short shortValue() {
        return (short) value;
    }

    /** The nearest float. */
    public Float(double value) {
        this((float) value);
    }
}
