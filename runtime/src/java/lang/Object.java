package java.lang;

import com.jopdesign.sys.ObjectSupport;
import com.jopdesign.sys.Native;

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
        return getClass().getName() + "@" + Integer.toHexString(hashCode());
    }

    /** A copy with the same fields or elements. */
    protected Object clone() throws CloneNotSupportedException {
        return Native.toObject(ObjectSupport.clone(Native.toInt(this), this));
    }

    /** Never called: the collector does not finalize. */
    protected void finalize() throws Throwable {
    }
}
