package java.util.concurrent.atomic;

/** A reference with a mark that change together. */
public class AtomicMarkableReference<V> {

    private V reference;
    private boolean mark;

    /** Begins with a reference and a mark. */
    public AtomicMarkableReference(V reference, boolean mark) {
        this.reference = reference;
        this.mark = mark;
    }

    /** The reference. */
    public synchronized V getReference() {
        return reference;
    }

    /** The mark. */
    public synchronized boolean isMarked() {
        return mark;
    }

    /** The reference; element 0 of the array becomes the mark. */
    public synchronized V get(boolean[] holder) {
        holder[0] = mark;
        return reference;
    }

    /** Sets both. */
    public synchronized void set(V reference, boolean mark) {
        this.reference = reference;
        this.mark = mark;
    }

    /** Sets both if both are the expected ones; whether they were. */
    public synchronized boolean compareAndSet(V expected, V reference, boolean expectedMark, boolean mark) {
        if (this.reference != expected || this.mark != expectedMark) {
            return false;
        }
        this.reference = reference;
        this.mark = mark;
        return true;
    }

    /** Sets both if both are the expected ones; never fails without reason. */
    public boolean weakCompareAndSet(V expected, V reference, boolean expectedMark, boolean mark) {
        return compareAndSet(expected, reference, expectedMark, mark);
    }

    /** Sets the mark if the reference is the expected one; whether it was. */
    public synchronized boolean attemptMark(V expected, boolean mark) {
        if (reference != expected) {
            return false;
        }
        this.mark = mark;
        return true;
    }
}
