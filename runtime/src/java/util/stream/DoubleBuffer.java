package java.util.stream;

import java.util.Arrays;

/** A number of doubles that grows. */
final class DoubleBuffer {

    private double[] elements = new double[8];
    private int size;

    void add(double element) {
        if (size == elements.length) {
            elements = Arrays.copyOf(elements, size << 1);
        }
        elements[size++] = element;
    }

    double[] toArray() {
        return Arrays.copyOf(elements, size);
    }
}
