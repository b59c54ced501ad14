package java.util.concurrent.locks;

import com.jopdesign.sys.WaitQueue;
import java.util.ArrayList;

/** Lets a thread wait until another one lets it go on. */
public class LockSupport {

    private static final WaitQueue PARKED = new WaitQueue();

    /** Threads that need not wait the next time. */
    private static final ArrayList<Thread> PERMITTED = new ArrayList<Thread>();

    private LockSupport() {
    }

    /** Lets a thread go on: now, or the next time it wants to wait. */
    public static void unpark(Thread thread) {
        if (thread == null) {
            return;
        }
        synchronized (PARKED) {
            if (!PERMITTED.contains(thread)) {
                PERMITTED.add(thread);
            }
            PARKED.notifyAll();
        }
    }

    private static void park(long deadline) {
        Thread self = Thread.currentThread();
        boolean interrupted = self.isInterrupted();
        synchronized (PARKED) {
            boolean inTime = true;
            while (!PERMITTED.remove(self) && inTime && !interrupted) {
                try {
                    inTime = WaitQueue.await(PARKED, deadline);
                } catch (InterruptedException e) {
                    interrupted = true;
                    self.interrupt();
                }
            }
        }
    }

    /** Waits until let go on or interrupted. */
    public static void park() {
        park(WaitQueue.NEVER);
    }

    /** Waits until let go on or interrupted; the object only says for whom. */
    public static void park(Object blocker) {
        park(WaitQueue.NEVER);
    }

    /** Waits for some time. */
    public static void parkNanos(long nanoseconds) {
        park(WaitQueue.deadline(nanoseconds));
    }

    /** Waits for some time; the object only says for whom. */
    public static void parkNanos(Object blocker, long nanoseconds) {
        park(WaitQueue.deadline(nanoseconds));
    }
}
