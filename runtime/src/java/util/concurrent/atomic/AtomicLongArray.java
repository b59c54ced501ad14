package java.util.concurrent.atomic;

import java.io.Serializable;
import java.util.Arrays;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

/** An array whose elements threads change without losing a change. */
public class AtomicLongArray implements Serializable {

    private final long[] elements;

    /** Elements that are 0. */
    public AtomicLongArray(int length) {
        elements = new long[length];
    }

    /** A copy of elements. */
    public AtomicLongArray(long[] elements) {
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
    public final synchronized long get(int index) {
        check(index);
        return elements[index];
    }

    /** Sets an element. */
    public final synchronized void set(int index, long value) {
        check(index);
        elements[index] = value;
    }

    /** Sets an element. */
    public final void lazySet(int index, long value) {
        set(index, value);
    }

    /** Sets an element; gives the old one. */
    public final synchronized long getAndSet(int index, long value) {
        long old = get(index);
        elements[index] = value;
        return old;
    }

    /** Sets an element if it is the expected one; whether it was. */
    public final synchronized boolean compareAndSet(int index, long expected, long value) {
        check(index);
        if (elements[index] != expected) {
            return false;
        }
        elements[index] = value;
        return true;
    }

    /** Adds; gives the old value. */
    public final synchronized long getAndAdd(int index, long more) {
        check(index);
        long old = elements[index];
        elements[index] = old + more;
        return old;
    }

    /** Adds; gives the new value. */
    public final long addAndGet(int index, long more) {
        return getAndAdd(index, more) + more;
    }

    /** Adds 1; gives the old value. */
    public final long getAndIncrement(int index) {
        return getAndAdd(index, 1);
    }

    /** Takes 1 away; gives the old value. */
    public final long getAndDecrement(int index) {
        return getAndAdd(index, -1);
    }

    /** Adds 1; gives the new value. */
    public final long incrementAndGet(int index) {
        return getAndAdd(index, 1) + 1;
    }

    /** Takes 1 away; gives the new value. */
    public final long decrementAndGet(int index) {
        return getAndAdd(index, -1) - 1;
    }

    /** Sets an element to a function of itself; gives the old one. */
    public final long getAndUpdate(int index, LongUnaryOperator function) {
        while (true) {
            long old = get(index);
            if (compareAndSet(index, old, function.applyAsLong(old))) {
                return old;
            }
        }
    }

    /** Sets an element to a function of itself; gives the new one. */
    public final long updateAndGet(int index, LongUnaryOperator function) {
        while (true) {
            long old = get(index);
            long result = function.applyAsLong(old);
            if (compareAndSet(index, old, result)) {
                return result;
            }
        }
    }

    /** Sets an element to a function of itself and another value; gives the old one. */
    public final long getAndAccumulate(int index, long other, LongBinaryOperator function) {
        while (true) {
            long old = get(index);
            if (compareAndSet(index, old, function.applyAsLong(old, other))) {
                return old;
            }
        }
    }

    /** Sets an element to a function of itself and another value; gives the new one. */
    public final long accumulateAndGet(int index, long other, LongBinaryOperator function) {
        while (true) {
            long old = get(index);
            long result = function.applyAsLong(old, other);
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
