package java.lang;

/** A byte as an object. */
public final class Byte extends Number implements Comparable<Byte> {

    /** The smallest byte. */
    public static final byte MIN_VALUE = -128;
    /** The largest byte. */
    public static final byte MAX_VALUE = 127;
    /** Bits of a byte. */
    public static final int SIZE = 8;
    /** Bytes of a byte. */
    public static final int BYTES = 1;

    /** The objects, one for each value. */
    private static Byte[] small;

    private final byte value;

    /** An object of its own. */
    public Byte(byte value) {
        this.value = value;
    }

    /** An object, the same one each time. */
    public static Byte valueOf(byte value) {
        if (small == null) {
            small = new Byte[256];
        }
        Byte object = small[value + 128];
        if (object == null) {
            object = new Byte(value);
            small[value + 128] = object;
        }
        return object;
    }

    /** The number of a decimal text. */
    public static Byte valueOf(String text) {
        return valueOf(parseByte(text));
    }

    /** The number of a decimal text. */
    public static byte parseByte(String text) {
        return parseByte(text, 10);
    }

    /** The number of a text in a radix of 2 to 36. */
    public static byte parseByte(String text, int radix) {
        int value = Integer.parseInt(text, radix);
        if (value != (byte) value) {
            throw new NumberFormatException("Value out of range. Value:\"" + text + "\" Radix:" + radix);
        }
        return (byte) value;
    }

    /** Decimal text. */
    public static String toString(byte value) {
        return Integer.toString(value);
    }

    /** The number without sign. */
    public static int toUnsignedInt(byte value) {
        return value & 0xff;
    }

    /** Difference of two numbers, as their order. */
    public static int compare(byte a, byte b) {
        return a - b;
    }

    /** The hash code of an object with a value. */
    public static int hashCode(byte value) {
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
    public int compareTo(Byte other) {
        return value - other.value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Byte && ((Byte) other).value == value;
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
    public Byte(String text) {
        this(parseByte(text));
    }

    /** The number of a text in a radix of 2 to 36. */
    public static Byte valueOf(String text, int radix) {
        return valueOf(parseByte(text, radix));
    }

    /** The number without sign as a long. */
    public static long toUnsignedLong(byte value) {
        return toUnsignedInt(value);
    }

    /** Order of two numbers without sign. */
    public static int compareUnsigned(byte a, byte b) {
        return toUnsignedInt(a) - toUnsignedInt(b);
    }

    /** The number of a text with an optional sign and one of the prefixes 0x, 0X, #, 0. */
    public static Byte decode(String text) {
        int value = Integer.decode(text).intValue();
        if (value != (byte) value) {
            throw new NumberFormatException("Value " + value + " out of range from input " + text);
        }
        return valueOf((byte) value);
    }
}
