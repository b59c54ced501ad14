package java.util.concurrent;

import com.jopdesign.sys.WaitQueue;
import java.io.Serializable;
import java.util.Collection;

/** A number of permits that threads take and give back. */
public class Semaphore implements Serializable {

    private final boolean fair;
    private final WaitQueue queue = new WaitQueue();
    private int permits;

    /** Begins with a number of permits. */
    public Semaphore(int permits) {
        this(permits, false);
    }

    /** Begins with a number of permits; a fair one serves the thread that waits longest. */
    public Semaphore(int permits, boolean fair) {
        this.permits = permits;
        this.fair = fair;
    }

    private synchronized boolean take(int wanted, long deadline, boolean stops) throws InterruptedException {
        if (wanted < 0) {
            throw new IllegalArgumentException();
        }
        if (stops) {
            WaitingQueue.checkInterrupt();
        }
        if ((!fair || queue.isEmpty()) && permits >= wanted) {
            permits -= wanted;
            return true;
        }
        Thread self = Thread.currentThread();
        boolean interrupted = false;
        boolean inTime = true;
        WaitQueue.Waiter place = queue.add(self, wanted);
        while (inTime && !(permits >= wanted && queue.first() == place) && !(stops && interrupted)) {
            try {
                inTime = WaitQueue.await(place, deadline);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        boolean taken = permits >= wanted && queue.first() == place;
        if (taken) {
            permits -= wanted;
        }
        queue.remove(place);
        queue.wakeFirst();
        if (interrupted) {
            if (stops && !taken) {
                throw new InterruptedException();
            }
            self.interrupt();
        }
        return taken;
    }

    /** Waits for a permit and takes it. */
    public void acquire() throws InterruptedException {
        take(1, WaitQueue.NEVER, true);
    }

    /** Waits for permits and takes them. */
    public void acquire(int wanted) throws InterruptedException {
        take(wanted, WaitQueue.NEVER, true);
    }

    /** Waits for a permit and takes it, whatever interrupts. */
    public void acquireUninterruptibly() {
        acquireUninterruptibly(1);
    }

    /** Waits for permits and takes them, whatever interrupts. */
    public void acquireUninterruptibly(int wanted) {
        try {
            take(wanted, WaitQueue.NEVER, false);
        } catch (InterruptedException e) {
            throw new InternalError(e);
        }
    }

    /** Takes a permit if there is one. */
    public boolean tryAcquire() {
        return tryAcquire(1);
    }

    /** Takes permits if they are there. */
    public synchronized boolean tryAcquire(int wanted) {
        if (wanted < 0) {
            throw new IllegalArgumentException();
        }
        if (permits < wanted) {
            return false;
        }
        permits -= wanted;
        return true;
    }

    /** Waits for a permit for some time and takes it. */
    public boolean tryAcquire(long time, TimeUnit unit) throws InterruptedException {
        return tryAcquire(1, time, unit);
    }

    /** Waits for permits for some time and takes them. */
    public boolean tryAcquire(int wanted, long time, TimeUnit unit) throws InterruptedException {
        return take(wanted, WaitQueue.deadline(unit.toNanos(time)), true);
    }

    /** Gives a permit. */
    public void release() {
        release(1);
    }

    /** Gives permits. */
    public synchronized void release(int more) {
        if (more < 0) {
            throw new IllegalArgumentException();
        }
        if (permits + more < permits) {
            throw new Error("Maximum permit count exceeded");
        }
        permits += more;
        queue.wakeFirst();
    }

    /** Number of permits. */
    public int availablePermits() {
        return permits;
    }

    /** Takes all permits; gives their number. */
    public synchronized int drainPermits() {
        int all = permits;
        permits = 0;
        return all;
    }

    /** Takes permits away without waiting. */
    protected synchronized void reducePermits(int less) {
        if (less < 0) {
            throw new IllegalArgumentException();
        }
        permits -= less;
    }

    /** Whether the thread that waits longest is served first. */
    public boolean isFair() {
        return fair;
    }

    /** Whether threads wait. */
    public final boolean hasQueuedThreads() {
        return !queue.isEmpty();
    }

    /** Number of threads that wait. */
    public final synchronized int getQueueLength() {
        return queue.size();
    }

    /** The threads that wait. */
    protected synchronized Collection<Thread> getQueuedThreads() {
        return queue.threads();
    }

    @Override
    public String toString() {
        return super.toString() + "[Permits = " + permits + "]";
    }
}
