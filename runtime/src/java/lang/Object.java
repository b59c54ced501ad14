package java.lang;

import com.jopdesign.sys.Native;
import com.jopdesign.sys.ObjectSupport;
import com.jopdesign.sys.Scheduler;

/**
 * Root of all classes.
 *
 * <p>The final methods may be called on arrays, which have no method table (docs/image-extensions.md, "Code").
 */
public class Object {

    /** An object without fields. */
    public Object() {
    }

    /** Class of this object or array. */
    public final Class<?> getClass() {
        return Class.of(this);
    }

    /** A number that is the same for equal objects. */
    public int hashCode() {
        return System.identityHashCode(this);
    }

    /** Whether another object is equal to this one. */
    public boolean equals(Object other) {
        return this == other;
    }

    /** A text about this object. */
    public String toString() {
        return ObjectSupport.toString(this);
    }

    /** A copy with the same fields or elements. */
    protected Object clone() throws CloneNotSupportedException {
        return Native.toObject(ObjectSupport.clone(Native.toInt(this), this));
    }

    /** Wakes one thread that waits for this object. */
    public final void notify() {
        Scheduler.signal(this, false);
    }

    /** Wakes all threads that wait for this object. */
    public final void notifyAll() {
        Scheduler.signal(this, true);
    }

    /** Waits until woken. */
    public final void wait() throws InterruptedException {
        Scheduler.await(this, 0);
    }

    /** Waits until woken, or until a number of milliseconds has gone by if it is not 0. */
    public final void wait(long milliseconds) throws InterruptedException {
        if (milliseconds < 0) {
            throw new IllegalArgumentException("timeout value is negative");
        }
        Scheduler.await(this, milliseconds);
    }

    /** Never called: the collector does not finalize. */
    protected void finalize() throws Throwable {
    }
}
