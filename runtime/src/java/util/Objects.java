package java.util;

import com.jopdesign.sys.Const;
import com.jopdesign.sys.Native;
import java.util.function.Supplier;

/**
 * Methods of objects that may be null. They make no virtual call on an array, which has no method table: not every build
 * of the microcode finds Object's methods then.
 */
public final class Objects {

    private Objects() {
    }

    /** Whether two objects are equal, or both null. */
    public static boolean equals(Object a, Object b) {
        return a == b || a != null && Native.rdMem(Native.toInt(a) + Const.HANDLE_TYPE) == 0 && a.equals(b);
    }

    /** Whether two objects are equal, arrays if their elements are, or both null. */
    public static boolean deepEquals(Object a, Object b) {
        return a == b || a != null && b != null && ArraySupport.deepEquals(a, b);
    }

    /** The hash code, 0 for null. */
    public static int hashCode(Object object) {
        if (object == null) {
            return 0;
        }
        return Native.rdMem(Native.toInt(object) + Const.HANDLE_TYPE) == 0
                ? object.hashCode() : System.identityHashCode(object);
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
        return object == null ? otherwise : String.valueOf(object);
    }

    /** 0 if both are the same, or both null; what an order says otherwise. */
    public static <T> int compare(T a, T b, Comparator<? super T> order) {
        return a == b ? 0 : order.compare(a, b);
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

    /** The object, which must not be null. */
    public static <T> T requireNonNull(T object, Supplier<String> message) {
        if (object == null) {
            throw new NullPointerException(message == null ? null : message.get());
        }
        return object;
    }

    /** The object, or another one for null. */
    public static <T> T requireNonNullElse(T object, T otherwise) {
        return object != null ? object : requireNonNull(otherwise, "defaultObj");
    }

    /** The object, or one that is made for null. */
    public static <T> T requireNonNullElseGet(T object, Supplier<? extends T> otherwise) {
        return object != null ? object
                : requireNonNull(requireNonNull(otherwise, "supplier").get(), "supplier.get()");
    }

    /** Whether this is null. */
    public static boolean isNull(Object object) {
        return object == null;
    }

    /** Whether this is not null. */
    public static boolean nonNull(Object object) {
        return object != null;
    }

    /** The index, which must be one of a row of a length. */
    public static int checkIndex(int index, int length) {
        if (index < 0 || index >= length) {
            throw new IndexOutOfBoundsException("Index " + index + " out of bounds for length " + length);
        }
        return index;
    }

    /** The index, which must be one of a row of a length. */
    public static long checkIndex(long index, long length) {
        if (index < 0 || index >= length) {
            throw new IndexOutOfBoundsException("Index " + index + " out of bounds for length " + length);
        }
        return index;
    }

    /** The first of two indices, between which there must be a part of a row. */
    public static int checkFromToIndex(int from, int to, int length) {
        return (int) checkFromToIndex((long) from, (long) to, (long) length);
    }

    /** The first of two indices, between which there must be a part of a row. */
    public static long checkFromToIndex(long from, long to, long length) {
        if (from < 0 || from > to || to > length) {
            throw new IndexOutOfBoundsException(
                    "Range [" + from + ", " + to + ") out of bounds for length " + length);
        }
        return from;
    }

    /** The index from which there must be some elements in a row of a length. */
    public static int checkFromIndexSize(int from, int size, int length) {
        return (int) checkFromIndexSize((long) from, (long) size, (long) length);
    }

    /** The index from which there must be some elements in a row of a length. */
    public static long checkFromIndexSize(long from, long size, long length) {
        if (from < 0 || size < 0 || length < 0 || size > length - from) {
            throw new IndexOutOfBoundsException(
                    "Range [" + from + ", " + from + " + " + size + ") out of bounds for length " + length);
        }
        return from;
    }
}
