package java.util.concurrent.locks;

import com.jopdesign.sys.WaitQueue;
import java.util.concurrent.TimeUnit;

/** A condition of a lock. */
final class LockCondition implements Condition {

    final OwnedLock lock;
    final WaitQueue queue = new WaitQueue();

    LockCondition(OwnedLock lock) {
        this.lock = lock;
    }

    @Override
    public void await() throws InterruptedException {
        await(WaitQueue.NEVER, true);
    }

    @Override
    public void awaitUninterruptibly() {
        try {
            await(WaitQueue.NEVER, false);
        } catch (InterruptedException e) {
            throw new InternalError(e);
        }
    }

    @Override
    public long awaitNanos(long nanoseconds) throws InterruptedException {
        long deadline = WaitQueue.deadline(nanoseconds);
        await(deadline, true);
        return WaitQueue.left(deadline);
    }

    @Override
    public boolean await(long time, TimeUnit unit) throws InterruptedException {
        return await(WaitQueue.deadline(unit.toNanos(time)), true);
    }

    /** Waits for a signal; false if the deadline came first. */
    private boolean await(long deadline, boolean stops) throws InterruptedException {
        if (stops && Thread.interrupted()) {
            throw new InterruptedException();
        }
        boolean interrupted = false;
        int holds;
        WaitQueue.Waiter self;
        synchronized (this) {
            holds = lock.giveUp();
            self = queue.add(Thread.currentThread(), 0);
            boolean inTime = true;
            while (inTime && !self.isCalled() && !(stops && interrupted)) {
                try {
                    inTime = WaitQueue.await(self, deadline);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (!self.isCalled()) {
                queue.remove(self);
            }
        }
        lock.takeBack(holds);
        if (interrupted) {
            if (stops && !self.isCalled()) {
                throw new InterruptedException();
            }
            self.thread.interrupt();
        }
        return self.isCalled();
    }

    @Override
    public synchronized void signal() {
        lock.checkOwner();
        queue.call();
    }

    @Override
    public synchronized void signalAll() {
        lock.checkOwner();
        while (queue.call()) {
            // The next one.
        }
    }
}
