package java.lang;

/** A boolean as an object. */
public final class Boolean implements java.io.Serializable, Comparable<Boolean> {

    /** The object of true. */
    public static final Boolean TRUE = new Boolean(true);
    /** The object of false. */
    public static final Boolean FALSE = new Boolean(false);

    private final boolean value;

    /** An object of its own. */
    public Boolean(boolean value) {
        this.value = value;
    }

    /** One of the two objects. */
    public static Boolean valueOf(boolean value) {
        return value ? TRUE : FALSE;
    }

    /** One of the two objects. */
    public static Boolean valueOf(String text) {
        return parseBoolean(text) ? TRUE : FALSE;
    }

    /** Whether a text says "true", in any case. */
    public static boolean parseBoolean(String text) {
        return "true".equalsIgnoreCase(text);
    }

    /** "true" or "false". */
    public static String toString(boolean value) {
        return value ? "true" : "false";
    }

    /** Order of two values: false comes first. */
    public static int compare(boolean a, boolean b) {
        return a == b ? 0 : a ? 1 : -1;
    }

    /** The hash code of an object with a value. */
    public static int hashCode(boolean value) {
        return value ? 1231 : 1237;
    }

    /** The value. */
    public boolean booleanValue() {
        return value;
    }

    @Override
    public int compareTo(Boolean other) {
        return compare(value, other.value);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Boolean && ((Boolean) other).value == value;
    }

    @Override
    public int hashCode() {
        return hashCode(value);
    }

    @Override
    public String toString() {
        return toString(value);
    }

    /** Whether a text is "true", in any case. */
    public Boolean(String text) {
        this(parseBoolean(text));
    }

    /** Whether both hold. */
    public static boolean logicalAnd(boolean a, boolean b) {
        return a & b;
    }

    /** Whether one or both hold. */
    public static boolean logicalOr(boolean a, boolean b) {
        return a | b;
    }

    /** Whether one holds. */
    public static boolean logicalXor(boolean a, boolean b) {
        return a ^ b;
    }

    /** Whether a property of the system is the text true. */
    public static boolean getBoolean(String key) {
        return key != null && !key.isEmpty() && parseBoolean(System.getProperty(key));
    }
}
