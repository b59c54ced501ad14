package java.util;

import com.jopdesign.sys.ObjectSupport;

/** What {@link Arrays} needs to know of the types of arrays. */
final class ArraySupport {

    private ArraySupport() {
    }

    /** A new array of the type of another. */
    @SuppressWarnings("unchecked")
    static <T> T[] newArray(T[] like, int length) {
        if (length < 0) {
            throw new NegativeArraySizeException(Integer.toString(length));
        }
        return (T[]) ObjectSupport.newArray(like, length);
    }

    /** The text of an object, or of the elements of an array. */
    static String toText(Object object) {
        if (object instanceof Object[]) {
            return Arrays.deepToString((Object[]) object);
        }
        if (object instanceof int[]) {
            return Arrays.toString((int[]) object);
        }
        if (object instanceof long[]) {
            return Arrays.toString((long[]) object);
        }
        if (object instanceof char[]) {
            return Arrays.toString((char[]) object);
        }
        if (object instanceof byte[]) {
            return Arrays.toString((byte[]) object);
        }
        if (object instanceof short[]) {
            return Arrays.toString((short[]) object);
        }
        if (object instanceof boolean[]) {
            return Arrays.toString((boolean[]) object);
        }
        if (object instanceof float[]) {
            return Arrays.toString((float[]) object);
        }
        if (object instanceof double[]) {
            return Arrays.toString((double[]) object);
        }
        return String.valueOf(object);
    }
}
