package java.util.concurrent.locks;

import com.jopdesign.sys.WaitQueue;
import java.io.Serializable;
import java.util.Collection;
import java.util.concurrent.TimeUnit;

/** A lock that its owner may take again. */
public class ReentrantLock extends OwnedLock implements Lock, Serializable {

    private final boolean fair;
    private final WaitQueue queue = new WaitQueue();
    private Thread owner;
    private int holds;

    /** A lock that the thread gets that comes at the right time. */
    public ReentrantLock() {
        this(false);
    }

    /** A lock; a fair one goes to the thread that waits longest. */
    public ReentrantLock(boolean fair) {
        this.fair = fair;
    }

    @Override
    public void lock() {
        takeBack(1);
    }

    @Override
    final void takeBack(int count) {
        try {
            take(count, WaitQueue.NEVER, false);
        } catch (InterruptedException e) {
            throw new InternalError(e);
        }
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        take(1, WaitQueue.NEVER, true);
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        return take(1, WaitQueue.deadline(unit.toNanos(time)), true);
    }

    @Override
    public synchronized boolean tryLock() {
        return takeIfFree(Thread.currentThread(), 1);
    }

    private boolean takeIfFree(Thread self, int count) {
        if (owner == null) {
            owner = self;
        } else if (owner != self) {
            return false;
        }
        if (holds + count < 0) {
            throw new Error("Maximum lock count exceeded");
        }
        holds += count;
        return true;
    }

    private synchronized boolean take(int count, long deadline, boolean stops) throws InterruptedException {
        if (stops && Thread.interrupted()) {
            throw new InterruptedException();
        }
        Thread self = Thread.currentThread();
        if ((owner == self || !fair || queue.isEmpty()) && takeIfFree(self, count)) {
            return true;
        }
        boolean interrupted = false;
        boolean inTime = true;
        WaitQueue.Waiter place = queue.add(self, 0);
        while (inTime && !(owner == null && queue.first() == place) && !(stops && interrupted)) {
            try {
                inTime = WaitQueue.await(place, deadline);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        boolean mine = queue.first() == place && takeIfFree(self, count);
        queue.remove(place);
        if (owner == null) {
            queue.wakeFirst();
        }
        if (interrupted) {
            if (stops && !mine) {
                throw new InterruptedException();
            }
            self.interrupt();
        }
        return mine;
    }

    @Override
    public synchronized void unlock() {
        checkOwner();
        if (--holds == 0) {
            free();
        }
    }

    private void free() {
        owner = null;
        queue.wakeFirst();
    }

    @Override
    final void checkOwner() {
        if (owner != Thread.currentThread()) {
            throw new IllegalMonitorStateException();
        }
    }

    @Override
    final int giveUp() {
        checkOwner();
        int count = holds;
        holds = 0;
        free();
        return count;
    }

    @Override
    public Condition newCondition() {
        return new LockCondition(this);
    }

    /** How often the caller has the lock. */
    public int getHoldCount() {
        return isHeldByCurrentThread() ? holds : 0;
    }

    /** Whether the caller has the lock. */
    public boolean isHeldByCurrentThread() {
        return owner == Thread.currentThread();
    }

    /** Whether a thread has the lock. */
    public boolean isLocked() {
        return owner != null;
    }

    /** Whether the lock goes to the thread that waits longest. */
    public final boolean isFair() {
        return fair;
    }

    /** The thread that has the lock, or null. */
    protected Thread getOwner() {
        return owner;
    }

    /** Whether threads wait for the lock. */
    public final boolean hasQueuedThreads() {
        return !queue.isEmpty();
    }

    /** Whether a thread waits for the lock. */
    public final synchronized boolean hasQueuedThread(Thread thread) {
        return queue.has(thread);
    }

    /** Number of threads that wait for the lock. */
    public final synchronized int getQueueLength() {
        return queue.size();
    }

    /** The threads that wait for the lock. */
    protected synchronized Collection<Thread> getQueuedThreads() {
        return queue.threads();
    }

    private LockCondition own(Condition condition) {
        if (!(condition instanceof LockCondition) || ((LockCondition) condition).lock != this) {
            throw new IllegalArgumentException("not owner");
        }
        checkOwner();
        return (LockCondition) condition;
    }

    /** Whether threads wait for a condition of this lock. */
    public synchronized boolean hasWaiters(Condition condition) {
        return !own(condition).queue.isEmpty();
    }

    /** Number of threads that wait for a condition of this lock. */
    public synchronized int getWaitQueueLength(Condition condition) {
        return own(condition).queue.size();
    }

    /** The threads that wait for a condition of this lock. */
    protected synchronized Collection<Thread> getWaitingThreads(Condition condition) {
        return own(condition).queue.threads();
    }

    @Override
    public String toString() {
        Thread by = owner;
        return super.toString() + (by == null ? "[Unlocked]" : "[Locked by thread " + by.getName() + "]");
    }
}
