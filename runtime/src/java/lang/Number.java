package java.lang;

/** An object that holds a number. */
public abstract class Number implements java.io.Serializable {

    /** The number as an int. */
    public abstract int intValue();

    /** The number as a long. */
    public abstract long longValue();

    /** The number as a float. */
    public abstract float floatValue();

    /** The number as a double. */
    public abstract double doubleValue();

    /** The number as a byte. */
    public byte byteValue() {
        return (byte) intValue();
    }

    /** The number as a short. */
    public short shortValue() {
        return (short) intValue();
    }
}
