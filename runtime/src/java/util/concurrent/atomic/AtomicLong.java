package java.util.concurrent.atomic;

import java.io.Serializable;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

/** A long that threads change without losing a change. */
public class AtomicLong extends Number implements Serializable {

    private volatile long value;

    /** Begins with 0. */
    public AtomicLong() {
    }

    /** Begins with a value. */
    public AtomicLong(long value) {
        this.value = value;
    }

    /** The value. */
    public final synchronized long get() {
        return value;
    }

    /** Sets the value. */
    public final synchronized void set(long value) {
        this.value = value;
    }

    /** Sets the value. */
    public final void lazySet(long value) {
        set(value);
    }

    /** The value. */
    public final long getPlain() {
        return get();
    }

    /** Sets the value. */
    public final void setPlain(long value) {
        set(value);
    }

    /** The value. */
    public final long getOpaque() {
        return get();
    }

    /** Sets the value. */
    public final void setOpaque(long value) {
        set(value);
    }

    /** The value. */
    public final long getAcquire() {
        return get();
    }

    /** Sets the value. */
    public final void setRelease(long value) {
        set(value);
    }

    /** Sets the value; gives the old one. */
    public final synchronized long getAndSet(long value) {
        long old = this.value;
        this.value = value;
        return old;
    }

    /** Sets the value if it is the expected one; whether it was. */
    public final synchronized boolean compareAndSet(long expected, long value) {
        if (this.value != expected) {
            return false;
        }
        this.value = value;
        return true;
    }

    /** Sets the value if it is the expected one; gives the one that was there. */
    public final synchronized long compareAndExchange(long expected, long value) {
        long old = this.value;
        if (old == expected) {
            this.value = value;
        }
        return old;
    }

    /** Sets the value if it is the expected one; never fails without reason. */
    public final boolean weakCompareAndSetPlain(long expected, long value) {
        return compareAndSet(expected, value);
    }

    /** Sets the value if it is the expected one; never fails without reason. */
    public final boolean weakCompareAndSetVolatile(long expected, long value) {
        return compareAndSet(expected, value);
    }

    /** Adds; gives the old value. */
    public final synchronized long getAndAdd(long more) {
        long old = value;
        value = old + more;
        return old;
    }

    /** Adds; gives the new value. */
    public final synchronized long addAndGet(long more) {
        long sum = value + more;
        value = sum;
        return sum;
    }

    /** Adds 1; gives the old value. */
    public final long getAndIncrement() {
        return getAndAdd(1);
    }

    /** Takes 1 away; gives the old value. */
    public final long getAndDecrement() {
        return getAndAdd(-1);
    }

    /** Adds 1; gives the new value. */
    public final long incrementAndGet() {
        return addAndGet(1);
    }

    /** Takes 1 away; gives the new value. */
    public final long decrementAndGet() {
        return addAndGet(-1);
    }

    /** Sets the value to a function of itself; gives the old one. */
    public final long getAndUpdate(LongUnaryOperator function) {
        while (true) {
            long old = get();
            if (compareAndSet(old, function.applyAsLong(old))) {
                return old;
            }
        }
    }

    /** Sets the value to a function of itself; gives the new one. */
    public final long updateAndGet(LongUnaryOperator function) {
        while (true) {
            long old = get();
            long result = function.applyAsLong(old);
            if (compareAndSet(old, result)) {
                return result;
            }
        }
    }

    /** Sets the value to a function of itself and another; gives the old one. */
    public final long getAndAccumulate(long other, LongBinaryOperator function) {
        while (true) {
            long old = get();
            if (compareAndSet(old, function.applyAsLong(old, other))) {
                return old;
            }
        }
    }

    /** Sets the value to a function of itself and another; gives the new one. */
    public final long accumulateAndGet(long other, LongBinaryOperator function) {
        while (true) {
            long old = get();
            long result = function.applyAsLong(old, other);
            if (compareAndSet(old, result)) {
                return result;
            }
        }
    }

    @Override
    public int intValue() {
        return (int) get();
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
        return Long.toString(get());
    }
}
