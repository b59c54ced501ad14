package java.lang;

/** A short as an object. */
public final class Short extends Number implements Comparable<Short> {

    /** The smallest short. */
    public static final short MIN_VALUE = -32768;
    /** The largest short. */
    public static final short MAX_VALUE = 32767;
    /** Bits of a short. */
    public static final int SIZE = 16;
    /** Bytes of a short. */
    public static final int BYTES = 2;

    /** Objects for -128 to 127, of which there is one each. */
    private static Short[] small;

    private final short value;

    /** An object of its own. */
    public Short(short value) {
        this.value = value;
    }

    /** An object; the same one each time for -128 to 127. */
    public static Short valueOf(short value) {
        if (value < -128 || value > 127) {
            return new Short(value);
        }
        if (small == null) {
            small = new Short[256];
        }
        Short object = small[value + 128];
        if (object == null) {
            object = new Short(value);
            small[value + 128] = object;
        }
        return object;
    }

    /** The number of a decimal text. */
    public static Short valueOf(String text) {
        return valueOf(parseShort(text));
    }

    /** The number of a decimal text. */
    public static short parseShort(String text) {
        return parseShort(text, 10);
    }

    /** The number of a text in a radix of 2 to 36. */
    public static short parseShort(String text, int radix) {
        int value = Integer.parseInt(text, radix);
        if (value != (short) value) {
            throw new NumberFormatException("Value out of range. Value:\"" + text + "\" Radix:" + radix);
        }
        return (short) value;
    }

    /** Decimal text. */
    public static String toString(short value) {
        return Integer.toString(value);
    }

    /** The number without sign. */
    public static int toUnsignedInt(short value) {
        return value & 0xffff;
    }

    /** Difference of two numbers, as their order. */
    public static int compare(short a, short b) {
        return a - b;
    }

    /** The hash code of an object with a value. */
    public static int hashCode(short value) {
        return value;
    }

    @Override
    public int intValue() {
        return value;
    }

    @Override
    public long longValue() {
        return value;
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
    public int compareTo(Short other) {
        return value - other.value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Short && ((Short) other).value == value;
    }

    @Override
    public int hashCode() {
        return value;
    }

    @Override
    public String toString() {
        return Integer.toString(value);
    }

    /** The number of a decimal text. */
    public Short(String text) {
        this(parseShort(text));
    }

    /** The number of a text in a radix of 2 to 36. */
    public static Short valueOf(String text, int radix) {
        return valueOf(parseShort(text, radix));
    }

    /** The number without sign as a long. */
    public static long toUnsignedLong(short value) {
        return toUnsignedInt(value);
    }

    /** Order of two numbers without sign. */
    public static int compareUnsigned(short a, short b) {
        return toUnsignedInt(a) - toUnsignedInt(b);
    }

    /** The number of a text with an optional sign and one of the prefixes 0x, 0X, #, 0. */
    public static Short decode(String text) {
        int value = Integer.decode(text).intValue();
        if (value != (short) value) {
            throw new NumberFormatException("Value " + value + " out of range from input " + text);
        }
        return valueOf((short) value);
    }

    /** The bytes in the other order. */
    public static short reverseBytes(short value) {
        return (short) (value << 8 | value >> 8 & 0xff);
    }
}
