package java.util.concurrent.locks;

import java.util.concurrent.TimeUnit;

/** Something that holders of a lock wait for. */
public interface Condition {

    /** Gives the lock up until signalled. */
    void await() throws InterruptedException;

    /** Gives the lock up until signalled, whatever interrupts. */
    void awaitUninterruptibly();

    /** Gives the lock up until signalled, or for some time; gives the nanoseconds left. */
    long awaitNanos(long nanoseconds) throws InterruptedException;

    /** Gives the lock up until signalled, or for some time; whether it was signalled. */
    boolean await(long time, TimeUnit unit) throws InterruptedException;

    /** Wakes the one that waits longest. */
    void signal();

    /** Wakes all. */
    void signalAll();
}
