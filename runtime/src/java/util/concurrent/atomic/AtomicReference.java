package java.util.concurrent.atomic;

import java.io.Serializable;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

/** A reference that threads change without losing a change. */
public class AtomicReference<V> implements Serializable {

    private volatile V value;

    /** Begins with null. */
    public AtomicReference() {
    }

    /** Begins with a value. */
    public AtomicReference(V value) {
        this.value = value;
    }

    /** The value. */
    public final V get() {
        return value;
    }

    /** Sets the value. */
    public final void set(V value) {
        this.value = value;
    }

    /** Sets the value. */
    public final void lazySet(V value) {
        this.value = value;
    }

    /** The value. */
    public final V getPlain() {
        return value;
    }

    /** Sets the value. */
    public final void setPlain(V value) {
        this.value = value;
    }

    /** The value. */
    public final V getAcquire() {
        return value;
    }

    /** Sets the value. */
    public final void setRelease(V value) {
        this.value = value;
    }

    /** Sets the value; gives the old one. */
    public final synchronized V getAndSet(V value) {
        V old = this.value;
        this.value = value;
        return old;
    }

    /** Sets the value if it is the expected object; whether it was. */
    public final synchronized boolean compareAndSet(V expected, V value) {
        if (this.value != expected) {
            return false;
        }
        this.value = value;
        return true;
    }

    /** Sets the value if it is the expected object; gives the one that was there. */
    public final synchronized V compareAndExchange(V expected, V value) {
        V old = this.value;
        if (old == expected) {
            this.value = value;
        }
        return old;
    }

    /** Sets the value if it is the expected object; never fails without reason. */
    public final boolean weakCompareAndSetPlain(V expected, V value) {
        return compareAndSet(expected, value);
    }

    /** Sets the value if it is the expected object; never fails without reason. */
    public final boolean weakCompareAndSetVolatile(V expected, V value) {
        return compareAndSet(expected, value);
    }

    /** Sets the value to a function of itself; gives the old one. */
    public final V getAndUpdate(UnaryOperator<V> function) {
        while (true) {
            V old = value;
            if (compareAndSet(old, function.apply(old))) {
                return old;
            }
        }
    }

    /** Sets the value to a function of itself; gives the new one. */
    public final V updateAndGet(UnaryOperator<V> function) {
        while (true) {
            V old = value;
            V result = function.apply(old);
            if (compareAndSet(old, result)) {
                return result;
            }
        }
    }

    /** Sets the value to a function of itself and another; gives the old one. */
    public final V getAndAccumulate(V other, BinaryOperator<V> function) {
        while (true) {
            V old = value;
            if (compareAndSet(old, function.apply(old, other))) {
                return old;
            }
        }
    }

    /** Sets the value to a function of itself and another; gives the new one. */
    public final V accumulateAndGet(V other, BinaryOperator<V> function) {
        while (true) {
            V old = value;
            V result = function.apply(old, other);
            if (compareAndSet(old, result)) {
                return result;
            }
        }
    }

    @Override
    public String toString() {
        return String.valueOf(value);
    }
}
