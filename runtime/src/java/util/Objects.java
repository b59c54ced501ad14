package java.util;

/** Methods of objects that may be null. */
public final class Objects {

    private Objects() {
    }

    /** Whether two objects are equal, or both null. */
    public static boolean equals(Object a, Object b) {
        return a == b || a != null && a.equals(b);
    }

    /** The hash code, 0 for null. */
    public static int hashCode(Object object) {
        return object == null ? 0 : object.hashCode();
    }

    /** A hash code of several objects. */
    public static int hash(Object... objects) {
        return Arrays.hashCode(objects);
    }

    /** The text, "null" for null. */
    public static String toString(Object object) {
        return String.valueOf(object);
    }

    /** The text, or another one for null. */
    public static String toString(Object object, String otherwise) {
        return object == null ? otherwise : object.toString();
    }

    /** The object, which must not be null. */
    public static <T> T requireNonNull(T object) {
        if (object == null) {
            throw new NullPointerException();
        }
        return object;
    }

    /** The object, which must not be null. */
    public static <T> T requireNonNull(T object, String message) {
        if (object == null) {
            throw new NullPointerException(message);
        }
        return object;
    }

    /** The object, or another one for null. */
    public static <T> T requireNonNullElse(T object, T otherwise) {
        return object != null ? object : requireNonNull(otherwise, "defaultObj");
    }

    /** Whether this is null. */
    public static boolean isNull(Object object) {
        return object == null;
    }

    /** Whether this is not null. */
    public static boolean nonNull(Object object) {
        return object != null;
    }

    /** The index, which must lie below a length. */
    public static int checkIndex(int index, int length) {
        if (index < 0 || index >= length) {
            throw new IndexOutOfBoundsException("Index " + index + " out of bounds for length " + length);
        }
        return index;
    }
}
