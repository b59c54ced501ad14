package java.util.stream;

import java.util.Arrays;

/** A number of longs that grows. */
final class LongBuffer {

    private long[] elements = new long[8];
    private int size;

    void add(long element) {
        if (size == elements.length) {
            elements = Arrays.copyOf(elements, size << 1);
        }
        elements[size++] = element;
    }

    long[] toArray() {
        return Arrays.copyOf(elements, size);
    }
}
