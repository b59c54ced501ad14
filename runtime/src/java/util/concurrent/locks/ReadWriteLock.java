package java.util.concurrent.locks;

/** A pair of locks: many may read, or one may write. */
public interface ReadWriteLock {

    /** The lock to read. */
    Lock readLock();

    /** The lock to write. */
    Lock writeLock();
}
