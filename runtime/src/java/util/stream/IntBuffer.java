package java.util.stream;

import java.util.Arrays;

/** A number of ints that grows. */
final class IntBuffer {

    private int[] elements = new int[8];
    private int size;

    void add(int element) {
        if (size == elements.length) {
            elements = Arrays.copyOf(elements, size << 1);
        }
        elements[size++] = element;
    }

    int[] toArray() {
        return Arrays.copyOf(elements, size);
    }
}
