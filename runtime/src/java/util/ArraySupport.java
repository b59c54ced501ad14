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

    /** Whether two objects, none of them null, are equal, or arrays with equal elements. */
    static boolean deepEquals(Object a, Object b) {
        if (a instanceof Object[] && b instanceof Object[]) {
            return Arrays.deepEquals((Object[]) a, (Object[]) b);
        }
        if (a instanceof int[] && b instanceof int[]) {
            return Arrays.equals((int[]) a, (int[]) b);
        }
        if (a instanceof long[] && b instanceof long[]) {
            return Arrays.equals((long[]) a, (long[]) b);
        }
        if (a instanceof char[] && b instanceof char[]) {
            return Arrays.equals((char[]) a, (char[]) b);
        }
        if (a instanceof byte[] && b instanceof byte[]) {
            return Arrays.equals((byte[]) a, (byte[]) b);
        }
        if (a instanceof short[] && b instanceof short[]) {
            return Arrays.equals((short[]) a, (short[]) b);
        }
        if (a instanceof boolean[] && b instanceof boolean[]) {
            return Arrays.equals((boolean[]) a, (boolean[]) b);
        }
        if (a instanceof float[] && b instanceof float[]) {
            return Arrays.equals((float[]) a, (float[]) b);
        }
        if (a instanceof double[] && b instanceof double[]) {
            return Arrays.equals((double[]) a, (double[]) b);
        }
        return Objects.equals(a, b);
    }

    /** The hash code of an object or null, or one of the elements of an array. */
    static int deepHashCode(Object a) {
        if (a instanceof Object[]) {
            return Arrays.deepHashCode((Object[]) a);
        }
        if (a instanceof int[]) {
            return Arrays.hashCode((int[]) a);
        }
        if (a instanceof long[]) {
            return Arrays.hashCode((long[]) a);
        }
        if (a instanceof char[]) {
            return Arrays.hashCode((char[]) a);
        }
        if (a instanceof byte[]) {
            return Arrays.hashCode((byte[]) a);
        }
        if (a instanceof short[]) {
            return Arrays.hashCode((short[]) a);
        }
        if (a instanceof boolean[]) {
            return Arrays.hashCode((boolean[]) a);
        }
        if (a instanceof float[]) {
            return Arrays.hashCode((float[]) a);
        }
        if (a instanceof double[]) {
            return Arrays.hashCode((double[]) a);
        }
        return Objects.hashCode(a);
    }
}
