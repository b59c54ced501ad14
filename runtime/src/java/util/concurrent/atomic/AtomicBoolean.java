package java.util.concurrent.atomic;

import java.io.Serializable;

/** A boolean that threads change without losing a change. */
public class AtomicBoolean implements Serializable {

    private volatile boolean value;

    /** Begins with false. */
    public AtomicBoolean() {
    }

    /** Begins with a value. */
    public AtomicBoolean(boolean value) {
        this.value = value;
    }

    /** The value. */
    public final boolean get() {
        return value;
    }

    /** Sets the value. */
    public final void set(boolean value) {
        this.value = value;
    }

    /** Sets the value. */
    public final void lazySet(boolean value) {
        this.value = value;
    }

    /** The value. */
    public final boolean getPlain() {
        return value;
    }

    /** Sets the value. */
    public final void setPlain(boolean value) {
        this.value = value;
    }

    /** The value. */
    public final boolean getAcquire() {
        return value;
    }

    /** Sets the value. */
    public final void setRelease(boolean value) {
        this.value = value;
    }

    /** Sets the value; gives the old one. */
    public final synchronized boolean getAndSet(boolean value) {
        boolean old = this.value;
        this.value = value;
        return old;
    }

    /** Sets the value if it is the expected one; whether it was. */
    public final synchronized boolean compareAndSet(boolean expected, boolean value) {
        if (this.value != expected) {
            return false;
        }
        this.value = value;
        return true;
    }

    /** Sets the value if it is the expected one; gives the one that was there. */
    public final synchronized boolean compareAndExchange(boolean expected, boolean value) {
        boolean old = this.value;
        if (old == expected) {
            this.value = value;
        }
        return old;
    }

    /** Sets the value if it is the expected one; never fails without reason. */
    public boolean weakCompareAndSetPlain(boolean expected, boolean value) {
        return compareAndSet(expected, value);
    }

    /** Sets the value if it is the expected one; never fails without reason. */
    public boolean weakCompareAndSetVolatile(boolean expected, boolean value) {
        return compareAndSet(expected, value);
    }

    @Override
    public String toString() {
        return String.valueOf(value);
    }
}
