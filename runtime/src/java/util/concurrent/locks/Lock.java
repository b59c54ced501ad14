package java.util.concurrent.locks;

import java.util.concurrent.TimeUnit;

/** What one thread can have at a time. */
public interface Lock {

    /** Waits for the lock, whatever interrupts. */
    void lock();

    /** Waits for the lock until interrupted. */
    void lockInterruptibly() throws InterruptedException;

    /** Takes the lock if it is free. */
    boolean tryLock();

    /** Waits for the lock for some time. */
    boolean tryLock(long time, TimeUnit unit) throws InterruptedException;

    /** Gives the lock back. */
    void unlock();

    /** A new condition of this lock. */
    Condition newCondition();
}
