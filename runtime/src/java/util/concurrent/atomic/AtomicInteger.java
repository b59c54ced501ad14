package java.util.concurrent.atomic;

import java.io.Serializable;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;

/** An int that threads change without losing a change. */
public class AtomicInteger extends Number implements Serializable {

    private volatile int value;

    /** Begins with 0. */
    public AtomicInteger() {
    }

    /** Begins with a value. */
    public AtomicInteger(int value) {
        this.value = value;
    }

    /** The value. */
    public final int get() {
        return value;
    }

    /** Sets the value. */
    public final void set(int value) {
        this.value = value;
    }

    /** Sets the value. */
    public final void lazySet(int value) {
        set(value);
    }

    /** The value. */
    public final int getPlain() {
        return get();
    }

    /** Sets the value. */
    public final void setPlain(int value) {
        set(value);
    }

    /** The value. */
    public final int getOpaque() {
        return get();
    }

    /** Sets the value. */
    public final void setOpaque(int value) {
        set(value);
    }

    /** The value. */
    public final int getAcquire() {
        return get();
    }

    /** Sets the value. */
    public final void setRelease(int value) {
        set(value);
    }

    /** Sets the value; gives the old one. */
    public final synchronized int getAndSet(int value) {
        int old = this.value;
        this.value = value;
        return old;
    }

    /** Sets the value if it is the expected one; whether it was. */
    public final synchronized boolean compareAndSet(int expected, int value) {
        if (this.value != expected) {
            return false;
        }
        this.value = value;
        return true;
    }

    /** Sets the value if it is the expected one; gives the one that was there. */
    public final synchronized int compareAndExchange(int expected, int value) {
        int old = this.value;
        if (old == expected) {
            this.value = value;
        }
        return old;
    }

    /** Sets the value if it is the expected one; never fails without reason. */
    public final boolean weakCompareAndSetPlain(int expected, int value) {
        return compareAndSet(expected, value);
    }

    /** Sets the value if it is the expected one; never fails without reason. */
    public final boolean weakCompareAndSetVolatile(int expected, int value) {
        return compareAndSet(expected, value);
    }

    /** Adds; gives the old value. */
    public final synchronized int getAndAdd(int more) {
        int old = value;
        value = old + more;
        return old;
    }

    /** Adds; gives the new value. */
    public final synchronized int addAndGet(int more) {
        int sum = value + more;
        value = sum;
        return sum;
    }

    /** Adds 1; gives the old value. */
    public final int getAndIncrement() {
        return getAndAdd(1);
    }

    /** Takes 1 away; gives the old value. */
    public final int getAndDecrement() {
        return getAndAdd(-1);
    }

    /** Adds 1; gives the new value. */
    public final int incrementAndGet() {
        return addAndGet(1);
    }

    /** Takes 1 away; gives the new value. */
    public final int decrementAndGet() {
        return addAndGet(-1);
    }

    /** Sets the value to a function of itself; gives the old one. */
    public final int getAndUpdate(IntUnaryOperator function) {
        while (true) {
            int old = get();
            if (compareAndSet(old, function.applyAsInt(old))) {
                return old;
            }
        }
    }

    /** Sets the value to a function of itself; gives the new one. */
    public final int updateAndGet(IntUnaryOperator function) {
        while (true) {
            int old = get();
            int result = function.applyAsInt(old);
            if (compareAndSet(old, result)) {
                return result;
            }
        }
    }

    /** Sets the value to a function of itself and another; gives the old one. */
    public final int getAndAccumulate(int other, IntBinaryOperator function) {
        while (true) {
            int old = get();
            if (compareAndSet(old, function.applyAsInt(old, other))) {
                return old;
            }
        }
    }

    /** Sets the value to a function of itself and another; gives the new one. */
    public final int accumulateAndGet(int other, IntBinaryOperator function) {
        while (true) {
            int old = get();
            int result = function.applyAsInt(old, other);
            if (compareAndSet(old, result)) {
                return result;
            }
        }
    }

    @Override
    public int intValue() {
        return get();
    }

    @Override
    public long longValue() {
        return get();
    }

    @Override
    public float floatValue() {
        return get();
    }

    @Override
    public double doubleValue() {
        return get();
    }

    @Override
    public String toString() {
        return Integer.toString(get());
    }
}
