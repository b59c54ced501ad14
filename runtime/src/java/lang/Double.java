package java.lang;

import com.jopdesign.sys.Native;

/** A double as an object, its bits and its text. */
public final class Double extends Number implements Comparable<Double> {

    /** The largest finite number. */
    public static final double MAX_VALUE = 1.7976931348623157E308;
    /** The smallest number above 0. */
    public static final double MIN_VALUE = 4.9E-324;
    /** The smallest normal number above 0. */
    public static final double MIN_NORMAL = 2.2250738585072014E-308;
    /** Above all numbers. */
    public static final double POSITIVE_INFINITY = 1.0 / 0;
    /** Below all numbers. */
    public static final double NEGATIVE_INFINITY = -1.0 / 0;
    /** Not a number. */
    public static final double NaN = 0.0 / 0;
    /** Exponent of the largest numbers. */
    public static final int MAX_EXPONENT = 1023;
    /** Exponent of the smallest normal numbers. */
    public static final int MIN_EXPONENT = -1022;
    /** Bits of a double. */
    public static final int SIZE = 64;
    /** Bytes of a double. */
    public static final int BYTES = 8;

    private final double value;

    /** An object of its own. */
    public Double(double value) {
        this.value = value;
    }

    /** An object. */
    public static Double valueOf(double value) {
        return new Double(value);
    }

    /** The number of a decimal text. */
    public static Double valueOf(String text) {
        return new Double(parseDouble(text));
    }

    /** The number nearest to a decimal text. */
    public static double parseDouble(String text) {
        return Native.toDouble(DecimalParser.parseDouble(text));
    }

    /** The shortest decimal text that no other double is nearer to. */
    public static String toString(double value) {
        return DecimalText.ofDouble(Native.toLong(value));
    }

    /** The bits, the same ones for each NaN. */
    public static long doubleToLongBits(double value) {
        return value != value ? 0x7ff8000000000000L : Native.toLong(value);
    }

    /** The bits. */
    public static long doubleToRawLongBits(double value) {
        return Native.toLong(value);
    }

    /** The number of bits. */
    public static double longBitsToDouble(long bits) {
        return Native.toDouble(bits);
    }

    /** Whether this is not a number. */
    public static boolean isNaN(double value) {
        return value != value;
    }

    /** Whether this is one of the two infinities. */
    public static boolean isInfinite(double value) {
        return (Native.toLong(value) & 0x7fffffffffffffffL) == 0x7ff0000000000000L;
    }

    /** Whether this is a number and not infinite. */
    public static boolean isFinite(double value) {
        return (Native.toLong(value) & 0x7ff0000000000000L) != 0x7ff0000000000000L;
    }

    /** Order of two numbers: -0 comes before 0, NaN last. */
    public static int compare(double a, double b) {
        if (a < b) {
            return -1;
        }
        if (a > b) {
            return 1;
        }
        return Long.compare(doubleToLongBits(a), doubleToLongBits(b));
    }

    /** The larger number. */
    public static double max(double a, double b) {
        return Math.max(a, b);
    }

    /** The smaller number. */
    public static double min(double a, double b) {
        return Math.min(a, b);
    }

    /** The sum. */
    public static double sum(double a, double b) {
        return a + b;
    }

    /** The hash code of an object with a value. */
    public static int hashCode(double value) {
        return Long.hashCode(doubleToLongBits(value));
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
        return (float) value;
    }

    @Override
    public double doubleValue() {
        return value;
    }

    @Override
    public int compareTo(Double other) {
        return compare(value, other.value);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Double && doubleToLongBits(((Double) other).value) == doubleToLongBits(value);
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
    public Double(String text) {
        this(parseDouble(text));
    }

    /** Hexadecimal text such as {@code 0x1.8p1}. */
    public static String toHexString(double value) {
        return HexText.of(value, -1022);
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
}
