package java.util.concurrent.atomic;

import java.io.Serializable;
import java.util.Arrays;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

/** An array whose elements threads change without losing a change. */
public class AtomicReferenceArray<E> implements Serializable {

    private final Object[] elements;

    /** Elements that are null. */
    public AtomicReferenceArray(int length) {
        elements = new Object[length];
    }

    /** A copy of elements. */
    public AtomicReferenceArray(E[] elements) {
        this.elements = new Object[elements.length];
        System.arraycopy(elements, 0, this.elements, 0, elements.length);
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
    @SuppressWarnings("unchecked")
    public final E get(int index) {
        check(index);
        return (E) elements[index];
    }

    /** Sets an element. */
    public final void set(int index, E value) {
        check(index);
        elements[index] = value;
    }

    /** Sets an element. */
    public final void lazySet(int index, E value) {
        set(index, value);
    }

    /** Sets an element; gives the old one. */
    public final synchronized E getAndSet(int index, E value) {
        E old = get(index);
        elements[index] = value;
        return old;
    }

    /** Sets an element if it is the expected one; whether it was. */
    public final synchronized boolean compareAndSet(int index, E expected, E value) {
        check(index);
        if (elements[index] != expected) {
            return false;
        }
        elements[index] = value;
        return true;
    }

    /** Sets an element to a function of itself; gives the old one. */
    public final E getAndUpdate(int index, UnaryOperator<E> function) {
        while (true) {
            E old = get(index);
            if (compareAndSet(index, old, function.apply(old))) {
                return old;
            }
        }
    }

    /** Sets an element to a function of itself; gives the new one. */
    public final E updateAndGet(int index, UnaryOperator<E> function) {
        while (true) {
            E old = get(index);
            E result = function.apply(old);
            if (compareAndSet(index, old, result)) {
                return result;
            }
        }
    }

    /** Sets an element to a function of itself and another value; gives the old one. */
    public final E getAndAccumulate(int index, E other, BinaryOperator<E> function) {
        while (true) {
            E old = get(index);
            if (compareAndSet(index, old, function.apply(old, other))) {
                return old;
            }
        }
    }

    /** Sets an element to a function of itself and another value; gives the new one. */
    public final E accumulateAndGet(int index, E other, BinaryOperator<E> function) {
        while (true) {
            E old = get(index);
            E result = function.apply(old, other);
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
