package java.util;

import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Sources;
import java.util.stream.Stream;

/** Methods of arrays. */
public final class Arrays {

    private Arrays() {
    }

    private static void checkRange(int length, int from, int to) {
        if (from > to) {
            throw new IllegalArgumentException("fromIndex(" + from + ") > toIndex(" + to + ")");
        }
        if (from < 0) {
            throw new ArrayIndexOutOfBoundsException(from);
        }
        if (to > length) {
            throw new ArrayIndexOutOfBoundsException(to);
        }
    }

    private static int checkLength(int from, int to) {
        if (from > to) {
            throw new IllegalArgumentException(from + " > " + to);
        }
        return to - from;
    }

    /** Puts one value into all elements. */
    public static void fill(int[] array, int value) {
        int length = array.length;
        for (int i = 0; i < length; ++i) {
            array[i] = value;
        }
    }

    /** Puts one value into the elements from an index up to another. */
    public static void fill(int[] array, int from, int to, int value) {
        checkRange(array.length, from, to);
        for (int i = from; i < to; ++i) {
            array[i] = value;
        }
    }

    /** Puts one value into all elements. */
    public static void fill(long[] array, long value) {
        int length = array.length;
        for (int i = 0; i < length; ++i) {
            array[i] = value;
        }
    }

    /** Puts one value into the elements from an index up to another. */
    public static void fill(long[] array, int from, int to, long value) {
        checkRange(array.length, from, to);
        for (int i = from; i < to; ++i) {
            array[i] = value;
        }
    }

    /** Puts one value into all elements. */
    public static void fill(char[] array, char value) {
        int length = array.length;
        for (int i = 0; i < length; ++i) {
            array[i] = value;
        }
    }

    /** Puts one value into the elements from an index up to another. */
    public static void fill(char[] array, int from, int to, char value) {
        checkRange(array.length, from, to);
        for (int i = from; i < to; ++i) {
            array[i] = value;
        }
    }

    /** Puts one value into all elements. */
    public static void fill(byte[] array, byte value) {
        int length = array.length;
        for (int i = 0; i < length; ++i) {
            array[i] = value;
        }
    }

    /** Puts one value into the elements from an index up to another. */
    public static void fill(byte[] array, int from, int to, byte value) {
        checkRange(array.length, from, to);
        for (int i = from; i < to; ++i) {
            array[i] = value;
        }
    }

    /** Puts one value into all elements. */
    public static void fill(short[] array, short value) {
        int length = array.length;
        for (int i = 0; i < length; ++i) {
            array[i] = value;
        }
    }

    /** Puts one value into the elements from an index up to another. */
    public static void fill(short[] array, int from, int to, short value) {
        checkRange(array.length, from, to);
        for (int i = from; i < to; ++i) {
            array[i] = value;
        }
    }

    /** Puts one value into all elements. */
    public static void fill(boolean[] array, boolean value) {
        int length = array.length;
        for (int i = 0; i < length; ++i) {
            array[i] = value;
        }
    }

    /** Puts one value into the elements from an index up to another. */
    public static void fill(boolean[] array, int from, int to, boolean value) {
        checkRange(array.length, from, to);
        for (int i = from; i < to; ++i) {
            array[i] = value;
        }
    }

    /** Puts one value into all elements. */
    public static void fill(float[] array, float value) {
        int length = array.length;
        for (int i = 0; i < length; ++i) {
            array[i] = value;
        }
    }

    /** Puts one value into the elements from an index up to another. */
    public static void fill(float[] array, int from, int to, float value) {
        checkRange(array.length, from, to);
        for (int i = from; i < to; ++i) {
            array[i] = value;
        }
    }

    /** Puts one value into all elements. */
    public static void fill(double[] array, double value) {
        int length = array.length;
        for (int i = 0; i < length; ++i) {
            array[i] = value;
        }
    }

    /** Puts one value into the elements from an index up to another. */
    public static void fill(double[] array, int from, int to, double value) {
        checkRange(array.length, from, to);
        for (int i = from; i < to; ++i) {
            array[i] = value;
        }
    }

    /** Puts one value into all elements. */
    public static void fill(Object[] array, Object value) {
        int length = array.length;
        for (int i = 0; i < length; ++i) {
            array[i] = value;
        }
    }

    /** Puts one value into the elements from an index up to another. */
    public static void fill(Object[] array, int from, int to, Object value) {
        checkRange(array.length, from, to);
        for (int i = from; i < to; ++i) {
            array[i] = value;
        }
    }

    /** The elements in a new array, cut or filled up. */
    public static int[] copyOf(int[] array, int length) {
        int[] copy = new int[length];
        System.arraycopy(array, 0, copy, 0, length < array.length ? length : array.length);
        return copy;
    }

    /** The elements from an index up to another in a new array. */
    public static int[] copyOfRange(int[] array, int from, int to) {
        int length = checkLength(from, to);
        int[] copy = new int[length];
        System.arraycopy(array, from, copy, 0, length < array.length - from ? length : array.length - from);
        return copy;
    }

    /** The elements in a new array, cut or filled up. */
    public static long[] copyOf(long[] array, int length) {
        long[] copy = new long[length];
        System.arraycopy(array, 0, copy, 0, length < array.length ? length : array.length);
        return copy;
    }

    /** The elements from an index up to another in a new array. */
    public static long[] copyOfRange(long[] array, int from, int to) {
        int length = checkLength(from, to);
        long[] copy = new long[length];
        System.arraycopy(array, from, copy, 0, length < array.length - from ? length : array.length - from);
        return copy;
    }

    /** The elements in a new array, cut or filled up. */
    public static char[] copyOf(char[] array, int length) {
        char[] copy = new char[length];
        System.arraycopy(array, 0, copy, 0, length < array.length ? length : array.length);
        return copy;
    }

    /** The elements from an index up to another in a new array. */
    public static char[] copyOfRange(char[] array, int from, int to) {
        int length = checkLength(from, to);
        char[] copy = new char[length];
        System.arraycopy(array, from, copy, 0, length < array.length - from ? length : array.length - from);
        return copy;
    }

    /** The elements in a new array, cut or filled up. */
    public static byte[] copyOf(byte[] array, int length) {
        byte[] copy = new byte[length];
        System.arraycopy(array, 0, copy, 0, length < array.length ? length : array.length);
        return copy;
    }

    /** The elements from an index up to another in a new array. */
    public static byte[] copyOfRange(byte[] array, int from, int to) {
        int length = checkLength(from, to);
        byte[] copy = new byte[length];
        System.arraycopy(array, from, copy, 0, length < array.length - from ? length : array.length - from);
        return copy;
    }

    /** The elements in a new array, cut or filled up. */
    public static short[] copyOf(short[] array, int length) {
        short[] copy = new short[length];
        System.arraycopy(array, 0, copy, 0, length < array.length ? length : array.length);
        return copy;
    }

    /** The elements from an index up to another in a new array. */
    public static short[] copyOfRange(short[] array, int from, int to) {
        int length = checkLength(from, to);
        short[] copy = new short[length];
        System.arraycopy(array, from, copy, 0, length < array.length - from ? length : array.length - from);
        return copy;
    }

    /** The elements in a new array, cut or filled up. */
    public static boolean[] copyOf(boolean[] array, int length) {
        boolean[] copy = new boolean[length];
        System.arraycopy(array, 0, copy, 0, length < array.length ? length : array.length);
        return copy;
    }

    /** The elements from an index up to another in a new array. */
    public static boolean[] copyOfRange(boolean[] array, int from, int to) {
        int length = checkLength(from, to);
        boolean[] copy = new boolean[length];
        System.arraycopy(array, from, copy, 0, length < array.length - from ? length : array.length - from);
        return copy;
    }

    /** The elements in a new array, cut or filled up. */
    public static float[] copyOf(float[] array, int length) {
        float[] copy = new float[length];
        System.arraycopy(array, 0, copy, 0, length < array.length ? length : array.length);
        return copy;
    }

    /** The elements from an index up to another in a new array. */
    public static float[] copyOfRange(float[] array, int from, int to) {
        int length = checkLength(from, to);
        float[] copy = new float[length];
        System.arraycopy(array, from, copy, 0, length < array.length - from ? length : array.length - from);
        return copy;
    }

    /** The elements in a new array, cut or filled up. */
    public static double[] copyOf(double[] array, int length) {
        double[] copy = new double[length];
        System.arraycopy(array, 0, copy, 0, length < array.length ? length : array.length);
        return copy;
    }

    /** The elements from an index up to another in a new array. */
    public static double[] copyOfRange(double[] array, int from, int to) {
        int length = checkLength(from, to);
        double[] copy = new double[length];
        System.arraycopy(array, from, copy, 0, length < array.length - from ? length : array.length - from);
        return copy;
    }

    /** The elements in a new array of the same type, cut or filled up. */
    public static <T> T[] copyOf(T[] array, int length) {
        T[] copy = ArraySupport.newArray(array, length);
        System.arraycopy(array, 0, copy, 0, length < array.length ? length : array.length);
        return copy;
    }

    /** The elements from an index up to another in a new array of the same type. */
    public static <T> T[] copyOfRange(T[] array, int from, int to) {
        int length = checkLength(from, to);
        T[] copy = ArraySupport.newArray(array, length);
        System.arraycopy(array, from, copy, 0, length < array.length - from ? length : array.length - from);
        return copy;
    }

    /** Whether two arrays have equal elements, or are both null. */
    public static boolean equals(int[] a, int[] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        for (int i = 0; i < a.length; ++i) {
            if (a[i] != b[i]) {
                return false;
            }
        }
        return true;
    }

    /** A hash code of the elements. */
    public static int hashCode(int[] array) {
        if (array == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < array.length; ++i) {
            hash = 31 * hash + array[i];
        }
        return hash;
    }

    /** The elements in brackets. */
    public static String toString(int[] array) {
        if (array == null) {
            return "null";
        }
        StringBuilder text = new StringBuilder();
        text.append('[');
        for (int i = 0; i < array.length; ++i) {
            if (i > 0) {
                text.append(", ");
            }
            text.append(array[i]);
        }
        return text.append(']').toString();
    }

    /** Whether two arrays have equal elements, or are both null. */
    public static boolean equals(long[] a, long[] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        for (int i = 0; i < a.length; ++i) {
            if (a[i] != b[i]) {
                return false;
            }
        }
        return true;
    }

    /** A hash code of the elements. */
    public static int hashCode(long[] array) {
        if (array == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < array.length; ++i) {
            hash = 31 * hash + Long.hashCode(array[i]);
        }
        return hash;
    }

    /** The elements in brackets. */
    public static String toString(long[] array) {
        if (array == null) {
            return "null";
        }
        StringBuilder text = new StringBuilder();
        text.append('[');
        for (int i = 0; i < array.length; ++i) {
            if (i > 0) {
                text.append(", ");
            }
            text.append(array[i]);
        }
        return text.append(']').toString();
    }

    /** Whether two arrays have equal elements, or are both null. */
    public static boolean equals(char[] a, char[] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        for (int i = 0; i < a.length; ++i) {
            if (a[i] != b[i]) {
                return false;
            }
        }
        return true;
    }

    /** A hash code of the elements. */
    public static int hashCode(char[] array) {
        if (array == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < array.length; ++i) {
            hash = 31 * hash + array[i];
        }
        return hash;
    }

    /** The elements in brackets. */
    public static String toString(char[] array) {
        if (array == null) {
            return "null";
        }
        StringBuilder text = new StringBuilder();
        text.append('[');
        for (int i = 0; i < array.length; ++i) {
            if (i > 0) {
                text.append(", ");
            }
            text.append(array[i]);
        }
        return text.append(']').toString();
    }

    /** Whether two arrays have equal elements, or are both null. */
    public static boolean equals(byte[] a, byte[] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        for (int i = 0; i < a.length; ++i) {
            if (a[i] != b[i]) {
                return false;
            }
        }
        return true;
    }

    /** A hash code of the elements. */
    public static int hashCode(byte[] array) {
        if (array == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < array.length; ++i) {
            hash = 31 * hash + array[i];
        }
        return hash;
    }

    /** The elements in brackets. */
    public static String toString(byte[] array) {
        if (array == null) {
            return "null";
        }
        StringBuilder text = new StringBuilder();
        text.append('[');
        for (int i = 0; i < array.length; ++i) {
            if (i > 0) {
                text.append(", ");
            }
            text.append(array[i]);
        }
        return text.append(']').toString();
    }

    /** Whether two arrays have equal elements, or are both null. */
    public static boolean equals(short[] a, short[] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        for (int i = 0; i < a.length; ++i) {
            if (a[i] != b[i]) {
                return false;
            }
        }
        return true;
    }

    /** A hash code of the elements. */
    public static int hashCode(short[] array) {
        if (array == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < array.length; ++i) {
            hash = 31 * hash + array[i];
        }
        return hash;
    }

    /** The elements in brackets. */
    public static String toString(short[] array) {
        if (array == null) {
            return "null";
        }
        StringBuilder text = new StringBuilder();
        text.append('[');
        for (int i = 0; i < array.length; ++i) {
            if (i > 0) {
                text.append(", ");
            }
            text.append(array[i]);
        }
        return text.append(']').toString();
    }

    /** Whether two arrays have equal elements, or are both null. */
    public static boolean equals(boolean[] a, boolean[] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        for (int i = 0; i < a.length; ++i) {
            if (a[i] != b[i]) {
                return false;
            }
        }
        return true;
    }

    /** A hash code of the elements. */
    public static int hashCode(boolean[] array) {
        if (array == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < array.length; ++i) {
            hash = 31 * hash + (array[i] ? 1231 : 1237);
        }
        return hash;
    }

    /** The elements in brackets. */
    public static String toString(boolean[] array) {
        if (array == null) {
            return "null";
        }
        StringBuilder text = new StringBuilder();
        text.append('[');
        for (int i = 0; i < array.length; ++i) {
            if (i > 0) {
                text.append(", ");
            }
            text.append(array[i]);
        }
        return text.append(']').toString();
    }

    /** Whether two arrays have equal elements, or are both null. */
    public static boolean equals(float[] a, float[] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        for (int i = 0; i < a.length; ++i) {
            if (Float.floatToIntBits(a[i]) != Float.floatToIntBits(b[i])) {
                return false;
            }
        }
        return true;
    }

    /** A hash code of the elements. */
    public static int hashCode(float[] array) {
        if (array == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < array.length; ++i) {
            hash = 31 * hash + Float.hashCode(array[i]);
        }
        return hash;
    }

    /** The elements in brackets. */
    public static String toString(float[] array) {
        if (array == null) {
            return "null";
        }
        StringBuilder text = new StringBuilder();
        text.append('[');
        for (int i = 0; i < array.length; ++i) {
            if (i > 0) {
                text.append(", ");
            }
            text.append(array[i]);
        }
        return text.append(']').toString();
    }

    /** Whether two arrays have equal elements, or are both null. */
    public static boolean equals(double[] a, double[] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        for (int i = 0; i < a.length; ++i) {
            if (Double.doubleToLongBits(a[i]) != Double.doubleToLongBits(b[i])) {
                return false;
            }
        }
        return true;
    }

    /** A hash code of the elements. */
    public static int hashCode(double[] array) {
        if (array == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < array.length; ++i) {
            hash = 31 * hash + Double.hashCode(array[i]);
        }
        return hash;
    }

    /** The elements in brackets. */
    public static String toString(double[] array) {
        if (array == null) {
            return "null";
        }
        StringBuilder text = new StringBuilder();
        text.append('[');
        for (int i = 0; i < array.length; ++i) {
            if (i > 0) {
                text.append(", ");
            }
            text.append(array[i]);
        }
        return text.append(']').toString();
    }

    /** Whether two arrays have equal elements, or are both null. */
    public static boolean equals(Object[] a, Object[] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        for (int i = 0; i < a.length; ++i) {
            if (!Objects.equals(a[i], b[i])) {
                return false;
            }
        }
        return true;
    }

    /** A hash code of the elements. */
    public static int hashCode(Object[] array) {
        if (array == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < array.length; ++i) {
            hash = 31 * hash + Objects.hashCode(array[i]);
        }
        return hash;
    }

    /** The elements in brackets. */
    public static String toString(Object[] array) {
        if (array == null) {
            return "null";
        }
        StringBuilder text = new StringBuilder();
        text.append('[');
        for (int i = 0; i < array.length; ++i) {
            if (i > 0) {
                text.append(", ");
            }
            text.append(array[i]);
        }
        return text.append(']').toString();
    }

    /** Puts the elements into order. */
    public static void sort(int[] array) {
        sort(array, 0, array.length);
    }

    /** Puts the elements from an index up to another into order: a heap sort, which needs no stack. */
    public static void sort(int[] array, int from, int to) {
        checkRange(array.length, from, to);
        int length = to - from;
        for (int i = (length >> 1) - 1; i >= 0; --i) {
            sink(array, from, i, length, array[from + i]);
        }
        while (--length > 0) {
            int last = array[from + length];
            array[from + length] = array[from];
            sink(array, from, 0, length, last);
        }
    }

    /** Finds the place of a value in the heap below an index, moving larger ones up. */
    private static void sink(int[] array, int from, int index, int length, int value) {
        int child;
        while ((child = (index << 1) + 1) < length) {
            int larger = array[from + child];
            if (child + 1 < length && larger < array[from + child + 1]) {
                larger = array[from + ++child];
            }
            if (!(value < larger)) {
                break;
            }
            array[from + index] = larger;
            index = child;
        }
        array[from + index] = value;
    }

    /** Index of a value in an array in order, or minus the place where it belongs, minus 1. */
    public static int binarySearch(int[] array, int value) {
        int low = 0;
        int high = array.length - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            if (array[middle] < value) {
                low = middle + 1;
            } else if (value < array[middle]) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -low - 1;
    }

    /** Puts the elements into order. */
    public static void sort(long[] array) {
        sort(array, 0, array.length);
    }

    /** Puts the elements from an index up to another into order: a heap sort, which needs no stack. */
    public static void sort(long[] array, int from, int to) {
        checkRange(array.length, from, to);
        int length = to - from;
        for (int i = (length >> 1) - 1; i >= 0; --i) {
            sink(array, from, i, length, array[from + i]);
        }
        while (--length > 0) {
            long last = array[from + length];
            array[from + length] = array[from];
            sink(array, from, 0, length, last);
        }
    }

    /** Finds the place of a value in the heap below an index, moving larger ones up. */
    private static void sink(long[] array, int from, int index, int length, long value) {
        int child;
        while ((child = (index << 1) + 1) < length) {
            long larger = array[from + child];
            if (child + 1 < length && larger < array[from + child + 1]) {
                larger = array[from + ++child];
            }
            if (!(value < larger)) {
                break;
            }
            array[from + index] = larger;
            index = child;
        }
        array[from + index] = value;
    }

    /** Index of a value in an array in order, or minus the place where it belongs, minus 1. */
    public static int binarySearch(long[] array, long value) {
        int low = 0;
        int high = array.length - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            if (array[middle] < value) {
                low = middle + 1;
            } else if (value < array[middle]) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -low - 1;
    }

    /** Puts the elements into order. */
    public static void sort(char[] array) {
        sort(array, 0, array.length);
    }

    /** Puts the elements from an index up to another into order: a heap sort, which needs no stack. */
    public static void sort(char[] array, int from, int to) {
        checkRange(array.length, from, to);
        int length = to - from;
        for (int i = (length >> 1) - 1; i >= 0; --i) {
            sink(array, from, i, length, array[from + i]);
        }
        while (--length > 0) {
            char last = array[from + length];
            array[from + length] = array[from];
            sink(array, from, 0, length, last);
        }
    }

    /** Finds the place of a value in the heap below an index, moving larger ones up. */
    private static void sink(char[] array, int from, int index, int length, char value) {
        int child;
        while ((child = (index << 1) + 1) < length) {
            char larger = array[from + child];
            if (child + 1 < length && larger < array[from + child + 1]) {
                larger = array[from + ++child];
            }
            if (!(value < larger)) {
                break;
            }
            array[from + index] = larger;
            index = child;
        }
        array[from + index] = value;
    }

    /** Index of a value in an array in order, or minus the place where it belongs, minus 1. */
    public static int binarySearch(char[] array, char value) {
        int low = 0;
        int high = array.length - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            if (array[middle] < value) {
                low = middle + 1;
            } else if (value < array[middle]) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -low - 1;
    }

    /** Puts the elements into order. */
    public static void sort(byte[] array) {
        sort(array, 0, array.length);
    }

    /** Puts the elements from an index up to another into order: a heap sort, which needs no stack. */
    public static void sort(byte[] array, int from, int to) {
        checkRange(array.length, from, to);
        int length = to - from;
        for (int i = (length >> 1) - 1; i >= 0; --i) {
            sink(array, from, i, length, array[from + i]);
        }
        while (--length > 0) {
            byte last = array[from + length];
            array[from + length] = array[from];
            sink(array, from, 0, length, last);
        }
    }

    /** Finds the place of a value in the heap below an index, moving larger ones up. */
    private static void sink(byte[] array, int from, int index, int length, byte value) {
        int child;
        while ((child = (index << 1) + 1) < length) {
            byte larger = array[from + child];
            if (child + 1 < length && larger < array[from + child + 1]) {
                larger = array[from + ++child];
            }
            if (!(value < larger)) {
                break;
            }
            array[from + index] = larger;
            index = child;
        }
        array[from + index] = value;
    }

    /** Index of a value in an array in order, or minus the place where it belongs, minus 1. */
    public static int binarySearch(byte[] array, byte value) {
        int low = 0;
        int high = array.length - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            if (array[middle] < value) {
                low = middle + 1;
            } else if (value < array[middle]) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -low - 1;
    }

    /** Puts the elements into order. */
    public static void sort(short[] array) {
        sort(array, 0, array.length);
    }

    /** Puts the elements from an index up to another into order: a heap sort, which needs no stack. */
    public static void sort(short[] array, int from, int to) {
        checkRange(array.length, from, to);
        int length = to - from;
        for (int i = (length >> 1) - 1; i >= 0; --i) {
            sink(array, from, i, length, array[from + i]);
        }
        while (--length > 0) {
            short last = array[from + length];
            array[from + length] = array[from];
            sink(array, from, 0, length, last);
        }
    }

    /** Finds the place of a value in the heap below an index, moving larger ones up. */
    private static void sink(short[] array, int from, int index, int length, short value) {
        int child;
        while ((child = (index << 1) + 1) < length) {
            short larger = array[from + child];
            if (child + 1 < length && larger < array[from + child + 1]) {
                larger = array[from + ++child];
            }
            if (!(value < larger)) {
                break;
            }
            array[from + index] = larger;
            index = child;
        }
        array[from + index] = value;
    }

    /** Index of a value in an array in order, or minus the place where it belongs, minus 1. */
    public static int binarySearch(short[] array, short value) {
        int low = 0;
        int high = array.length - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            if (array[middle] < value) {
                low = middle + 1;
            } else if (value < array[middle]) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -low - 1;
    }

    /** Puts the elements into order. */
    public static void sort(float[] array) {
        sort(array, 0, array.length);
    }

    /** Puts the elements from an index up to another into order: a heap sort, which needs no stack. */
    public static void sort(float[] array, int from, int to) {
        checkRange(array.length, from, to);
        int length = to - from;
        for (int i = (length >> 1) - 1; i >= 0; --i) {
            sink(array, from, i, length, array[from + i]);
        }
        while (--length > 0) {
            float last = array[from + length];
            array[from + length] = array[from];
            sink(array, from, 0, length, last);
        }
    }

    /** Finds the place of a value in the heap below an index, moving larger ones up. */
    private static void sink(float[] array, int from, int index, int length, float value) {
        int child;
        while ((child = (index << 1) + 1) < length) {
            float larger = array[from + child];
            if (child + 1 < length && Float.compare(larger, array[from + child + 1]) < 0) {
                larger = array[from + ++child];
            }
            if (!(Float.compare(value, larger) < 0)) {
                break;
            }
            array[from + index] = larger;
            index = child;
        }
        array[from + index] = value;
    }

    /** Index of a value in an array in order, or minus the place where it belongs, minus 1. */
    public static int binarySearch(float[] array, float value) {
        int low = 0;
        int high = array.length - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            if (Float.compare(array[middle], value) < 0) {
                low = middle + 1;
            } else if (Float.compare(value, array[middle]) < 0) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -low - 1;
    }

    /** Puts the elements into order. */
    public static void sort(double[] array) {
        sort(array, 0, array.length);
    }

    /** Puts the elements from an index up to another into order: a heap sort, which needs no stack. */
    public static void sort(double[] array, int from, int to) {
        checkRange(array.length, from, to);
        int length = to - from;
        for (int i = (length >> 1) - 1; i >= 0; --i) {
            sink(array, from, i, length, array[from + i]);
        }
        while (--length > 0) {
            double last = array[from + length];
            array[from + length] = array[from];
            sink(array, from, 0, length, last);
        }
    }

    /** Finds the place of a value in the heap below an index, moving larger ones up. */
    private static void sink(double[] array, int from, int index, int length, double value) {
        int child;
        while ((child = (index << 1) + 1) < length) {
            double larger = array[from + child];
            if (child + 1 < length && Double.compare(larger, array[from + child + 1]) < 0) {
                larger = array[from + ++child];
            }
            if (!(Double.compare(value, larger) < 0)) {
                break;
            }
            array[from + index] = larger;
            index = child;
        }
        array[from + index] = value;
    }

    /** Index of a value in an array in order, or minus the place where it belongs, minus 1. */
    public static int binarySearch(double[] array, double value) {
        int low = 0;
        int high = array.length - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            if (Double.compare(array[middle], value) < 0) {
                low = middle + 1;
            } else if (Double.compare(value, array[middle]) < 0) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -low - 1;
    }

    /** Puts the elements into their own order. */
    public static void sort(Object[] array) {
        sort(array, 0, array.length, (Comparator<Object>) null);
    }

    /** Puts the elements from an index up to another into their own order. */
    public static void sort(Object[] array, int from, int to) {
        sort(array, from, to, (Comparator<Object>) null);
    }

    /** Puts the elements into an order; those that stand together keep theirs. */
    public static <T> void sort(T[] array, Comparator<? super T> order) {
        sort(array, 0, array.length, order);
    }

    /** Puts the elements from an index up to another into an order: runs are merged, which needs no stack. */
    public static <T> void sort(T[] array, int from, int to, Comparator<? super T> order) {
        checkRange(array.length, from, to);
        int length = to - from;
        Object[] source = new Object[length];
        Object[] target = new Object[length];
        System.arraycopy(array, from, source, 0, length);
        for (int run = 1; run < length; run <<= 1) {
            for (int i = 0; i < length; i += run << 1) {
                int middle = i + run < length ? i + run : length;
                int end = middle + run < length ? middle + run : length;
                merge(source, i, middle, end, target, order);
            }
            Object[] swap = source;
            source = target;
            target = swap;
        }
        System.arraycopy(source, 0, array, from, length);
    }

    @SuppressWarnings("unchecked")
    private static void merge(Object[] source, int i, int middle, int end, Object[] target, Comparator<?> order) {
        int j = middle;
        int n = i;
        while (i < middle && j < end) {
            Object a = source[i];
            Object b = source[j];
            int first = order == null ? ((Comparable<Object>) a).compareTo(b)
                    : ((Comparator<Object>) order).compare(a, b);
            if (first <= 0) {
                target[n++] = a;
                ++i;
            } else {
                target[n++] = b;
                ++j;
            }
        }
        System.arraycopy(source, i, target, n, middle - i);
        System.arraycopy(source, j, target, n + middle - i, end - j);
    }

    /** The elements in brackets, those that are arrays in brackets, too. */
    public static String deepToString(Object[] array) {
        if (array == null) {
            return "null";
        }
        StringBuilder text = new StringBuilder();
        text.append('[');
        for (int i = 0; i < array.length; ++i) {
            if (i > 0) {
                text.append(", ");
            }
            text.append(ArraySupport.toText(array[i]));
        }
        return text.append(']').toString();
    }

    /** Whether two arrays have equal elements, those that are arrays compared in the same way. */
    public static boolean deepEquals(Object[] a, Object[] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        for (int i = 0; i < a.length; ++i) {
            if (!Objects.deepEquals(a[i], b[i])) {
                return false;
            }
        }
        return true;
    }

    /** A hash code of the elements and of those of elements that are arrays. */
    public static int deepHashCode(Object[] array) {
        if (array == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < array.length; ++i) {
            hash = 31 * hash + ArraySupport.deepHashCode(array[i]);
        }
        return hash;
    }

    /** Index of an object in an array in order, or minus the place where it belongs, minus 1. */
    public static int binarySearch(Object[] array, Object key) {
        return binarySearch(array, 0, array.length, key, null);
    }

    /** As for the whole array, from an index up to another. */
    public static int binarySearch(Object[] array, int from, int to, Object key) {
        return binarySearch(array, from, to, key, null);
    }

    /** Index of an object in an array in an order, or minus the place where it belongs, minus 1. */
    public static <T> int binarySearch(T[] array, T key, Comparator<? super T> order) {
        return binarySearch(array, 0, array.length, key, order);
    }

    /** As for the whole array, from an index up to another. */
    @SuppressWarnings("unchecked")
    public static <T> int binarySearch(T[] array, int from, int to, T key, Comparator<? super T> order) {
        checkRange(array.length, from, to);
        int low = from;
        int high = to - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            int side = order == null ? ((Comparable<Object>) array[middle]).compareTo(key)
                    : order.compare(array[middle], key);
            if (side < 0) {
                low = middle + 1;
            } else if (side > 0) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -low - 1;
    }

    /** Puts what a function makes of each index there. */
    public static <T> void setAll(T[] array, IntFunction<? extends T> function) {
        for (int i = 0; i < array.length; ++i) {
            array[i] = function.apply(i);
        }
    }

    /** Puts what a function makes of each index there. */
    public static void setAll(int[] array, IntUnaryOperator function) {
        for (int i = 0; i < array.length; ++i) {
            array[i] = function.applyAsInt(i);
        }
    }

    /** Puts what a function makes of each index there. */
    public static void setAll(long[] array, IntToLongFunction function) {
        for (int i = 0; i < array.length; ++i) {
            array[i] = function.applyAsLong(i);
        }
    }

    /** Puts what a function makes of each index there. */
    public static void setAll(double[] array, IntToDoubleFunction function) {
        for (int i = 0; i < array.length; ++i) {
            array[i] = function.applyAsDouble(i);
        }
    }

    /** A list of fixed size that writes through to an array. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    public static <T> List<T> asList(T... array) {
        return new ArrayView<T>(array);
    }

    private static final class ArrayView<E> extends AbstractList<E> implements RandomAccess {

        private final E[] array;

        ArrayView(E[] array) {
            this.array = Objects.requireNonNull(array);
        }

        @Override
        public int size() {
            return array.length;
        }

        @Override
        public E get(int index) {
            return array[index];
        }

        @Override
        public E set(int index, E element) {
            E old = array[index];
            array[index] = element;
            return old;
        }
    }

    /** The elements as a stream. */
    public static <T> Stream<T> stream(T[] array) {
        return Sources.stream(array, 0, array.length);
    }

    /** Some elements as a stream. */
    public static <T> Stream<T> stream(T[] array, int from, int to) {
        checkRange(array.length, from, to);
        return Sources.stream(array, from, to);
    }

    /** The elements as a stream. */
    public static IntStream stream(int[] array) {
        return Sources.stream(array, 0, array.length);
    }

    /** Some elements as a stream. */
    public static IntStream stream(int[] array, int from, int to) {
        checkRange(array.length, from, to);
        return Sources.stream(array, from, to);
    }

    /** The elements as a stream. */
    public static LongStream stream(long[] array) {
        return Sources.stream(array, 0, array.length);
    }

    /** Some elements as a stream. */
    public static LongStream stream(long[] array, int from, int to) {
        checkRange(array.length, from, to);
        return Sources.stream(array, from, to);
    }

    /** The elements as a stream. */
    public static DoubleStream stream(double[] array) {
        return Sources.stream(array, 0, array.length);
    }

    /** Some elements as a stream. */
    public static DoubleStream stream(double[] array, int from, int to) {
        checkRange(array.length, from, to);
        return Sources.stream(array, from, to);
    }
}
