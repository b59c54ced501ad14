package java.util.concurrent.atomic;

/** A reference with a stamp that change together. */
public class AtomicStampedReference<V> {

    private V reference;
    private int stamp;

    /** Begins with a reference and a stamp. */
    public AtomicStampedReference(V reference, int stamp) {
        this.reference = reference;
        this.stamp = stamp;
    }

    /** The reference. */
    public synchronized V getReference() {
        return reference;
    }

    /** The stamp. */
    public synchronized int getStamp() {
        return stamp;
    }

    /** The reference; element 0 of the array becomes the stamp. */
    public synchronized V get(int[] holder) {
        holder[0] = stamp;
        return reference;
    }

    /** Sets both. */
    public synchronized void set(V reference, int stamp) {
        this.reference = reference;
        this.stamp = stamp;
    }

    /** Sets both if both are the expected ones; whether they were. */
    public synchronized boolean compareAndSet(V expected, V reference, int expectedStamp, int stamp) {
        if (this.reference != expected || this.stamp != expectedStamp) {
            return false;
        }
        this.reference = reference;
        this.stamp = stamp;
        return true;
    }

    /** Sets both if both are the expected ones; never fails without reason. */
    public boolean weakCompareAndSet(V expected, V reference, int expectedStamp, int stamp) {
        return compareAndSet(expected, reference, expectedStamp, stamp);
    }

    /** Sets the stamp if the reference is the expected one; whether it was. */
    public synchronized boolean attemptStamp(V expected, int stamp) {
        if (reference != expected) {
            return false;
        }
        this.stamp = stamp;
        return true;
    }
}
