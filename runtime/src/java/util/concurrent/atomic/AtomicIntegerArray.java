package java.util.concurrent.atomic;

import java.io.Serializable;
import java.util.Arrays;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;

/** An array whose elements threads change without losing a change. */
public class AtomicIntegerArray implements Serializable {

    private final int[] elements;

    /** Elements that are 0. */
    public AtomicIntegerArray(int length) {
        elements = new int[length];
    }

    /** A copy of elements. */
    public AtomicIntegerArray(int[] elements) {
        this.elements = elements.clone();
    }

    private void check(int index) {
        if (index < 0 || index >= elements.length) {
            throw new ArrayIndexOutOfBoundsException(
                    "Index " + index + " out of bounds for length " + elements.length);
        }
    }

    /** Number of elements. */
    public final int length() {
        return elements.length;
    }

    /** An element. */
    public final int get(int index) {
        check(index);
        return elements[index];
    }

    /** Sets an element. */
    public final void set(int index, int value) {
        check(index);
        elements[index] = value;
    }

    /** Sets an element. */
    public final void lazySet(int index, int value) {
        set(index, value);
    }

    /** Sets an element; gives the old one. */
    public final synchronized int getAndSet(int index, int value) {
        int old = get(index);
        elements[index] = value;
        return old;
    }

    /** Sets an element if it is the expected one; whether it was. */
    public final synchronized boolean compareAndSet(int index, int expected, int value) {
        check(index);
        if (elements[index] != expected) {
            return false;
        }
        elements[index] = value;
        return true;
    }

    /** Adds; gives the old value. */
    public final synchronized int getAndAdd(int index, int more) {
        check(index);
        int old = elements[index];
        elements[index] = old + more;
        return old;
    }

    /** Adds; gives the new value. */
    public final int addAndGet(int index, int more) {
        return getAndAdd(index, more) + more;
    }

    /** Adds 1; gives the old value. */
    public final int getAndIncrement(int index) {
        return getAndAdd(index, 1);
    }

    /** Takes 1 away; gives the old value. */
    public final int getAndDecrement(int index) {
        return getAndAdd(index, -1);
    }

    /** Adds 1; gives the new value. */
    public final int incrementAndGet(int index) {
        return getAndAdd(index, 1) + 1;
    }

    /** Takes 1 away; gives the new value. */
    public final int decrementAndGet(int index) {
        return getAndAdd(index, -1) - 1;
    }

    /** Sets an element to a function of itself; gives the old one. */
    public final int getAndUpdate(int index, IntUnaryOperator function) {
        while (true) {
            int old = get(index);
            if (compareAndSet(index, old, function.applyAsInt(old))) {
                return old;
            }
        }
    }

    /** Sets an element to a function of itself; gives the new one. */
    public final int updateAndGet(int index, IntUnaryOperator function) {
        while (true) {
            int old = get(index);
            int result = function.applyAsInt(old);
            if (compareAndSet(index, old, result)) {
                return result;
            }
        }
    }

    /** Sets an element to a function of itself and another value; gives the old one. */
    public final int getAndAccumulate(int index, int other, IntBinaryOperator function) {
        while (true) {
            int old = get(index);
            if (compareAndSet(index, old, function.applyAsInt(old, other))) {
                return old;
            }
        }
    }

    /** Sets an element to a function of itself and another value; gives the new one. */
    public final int accumulateAndGet(int index, int other, IntBinaryOperator function) {
        while (true) {
            int old = get(index);
            int result = function.applyAsInt(old, other);
            if (compareAndSet(index, old, result)) {
                return result;
            }
        }
    }

    @Override
    public synchronized String toString() {
        return Arrays.toString(elements);
    }
}
