package java.util.concurrent;

import com.jopdesign.sys.WaitQueue;

/** Threads wait here until a number of things have happened. */
public class CountDownLatch {

    private int count;

    /** Waits for a number of things. */
    public CountDownLatch(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("count < 0");
        }
        this.count = count;
    }

    /** One of the things has happened. */
    public synchronized void countDown() {
        if (count > 0 && --count == 0) {
            notifyAll();
        }
    }

    /** Number of things that are missing. */
    public long getCount() {
        return count;
    }

    /** Waits until nothing is missing. */
    public void await() throws InterruptedException {
        await(WaitQueue.NEVER);
    }

    /** Waits until nothing is missing, for some time. */
    public boolean await(long time, TimeUnit unit) throws InterruptedException {
        return await(WaitQueue.deadline(unit.toNanos(time)));
    }

    private synchronized boolean await(long deadline) throws InterruptedException {
        WaitingQueue.checkInterrupt();
        while (count > 0) {
            if (!WaitQueue.await(this, deadline)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        return super.toString() + "[Count = " + count + "]";
    }
}
