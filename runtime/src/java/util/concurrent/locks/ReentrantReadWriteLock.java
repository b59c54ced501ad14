package java.util.concurrent.locks;

import com.jopdesign.sys.WaitQueue;
import java.io.Serializable;
import java.util.concurrent.TimeUnit;

/** Many threads may read, or one may write; each may take what it has again, and a writer may read. */
public class ReentrantReadWriteLock implements ReadWriteLock, Serializable {

    private static final int READ = 1;
    private static final int WRITE = 2;

    private final boolean fair;
    private final WaitQueue queue = new WaitQueue();
    private final ReadLock readLock;
    private final WriteLock writeLock;
    Thread writer;
    private int writes;
    int reads;
    private Reader readers;

    /** A pair of locks. */
    public ReentrantReadWriteLock() {
        this(false);
    }

    /** A pair of locks; fair ones go to the thread that waits longest. */
    public ReentrantReadWriteLock(boolean fair) {
        this.fair = fair;
        readLock = new ReadLock(this);
        writeLock = new WriteLock(this);
    }

    /** How often a thread reads. */
    private static final class Reader {

        final Thread thread;
        int holds;
        Reader next;

        Reader(Thread thread) {
            this.thread = thread;
        }
    }

    private Reader reader(Thread thread) {
        Reader reader = readers;
        while (reader != null && reader.thread != thread) {
            reader = reader.next;
        }
        return reader;
    }

    /** Takes the lock of a kind if that is allowed now. */
    private boolean takeIfFree(Thread self, int kind, int count) {
        if (kind == WRITE) {
            if (writer != self && (writer != null || reads != 0)) {
                return false;
            }
            writer = self;
            writes += count;
            return true;
        }
        if (writer != null && writer != self) {
            return false;
        }
        Reader reader = reader(self);
        if (reader == null) {
            reader = new Reader(self);
            reader.next = readers;
            readers = reader;
        }
        ++reader.holds;
        ++reads;
        return true;
    }

    /** Whether a thread need not stand behind those that wait. */
    private boolean mayPass(Thread self, int kind) {
        if (queue.isEmpty() || writer == self || kind == READ && reader(self) != null) {
            return true;
        }
        // Readers do not pass a writer who waits, or it would never come to its turn.
        return !fair && (kind == WRITE || queue.first().kind == READ);
    }

    synchronized boolean take(int kind, int count, long deadline, boolean stops) throws InterruptedException {
        if (stops && Thread.interrupted()) {
            throw new InterruptedException();
        }
        Thread self = Thread.currentThread();
        if (mayPass(self, kind) && takeIfFree(self, kind, count)) {
            return true;
        }
        boolean interrupted = false;
        boolean inTime = true;
        boolean mine = false;
        WaitQueue.Waiter place = queue.add(self, kind);
        while (inTime && !(stops && interrupted)) {
            mine = queue.first() == place && takeIfFree(self, kind, count);
            if (mine) {
                break;
            }
            try {
                inTime = WaitQueue.await(place, deadline);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        queue.remove(place);
        queue.wakeFirst();
        if (interrupted) {
            if (stops && !mine) {
                throw new InterruptedException();
            }
            self.interrupt();
        }
        return mine;
    }

    void takeAnyway(int kind, int count) {
        try {
            take(kind, count, WaitQueue.NEVER, false);
        } catch (InterruptedException e) {
            throw new InternalError(e);
        }
    }

    synchronized boolean tryTake(int kind) {
        return takeIfFree(Thread.currentThread(), kind, 1);
    }

    synchronized void stopReading() {
        Thread self = Thread.currentThread();
        Reader reader = reader(self);
        if (reader == null) {
            throw new IllegalMonitorStateException("attempt to unlock read lock, not locked by current thread");
        }
        if (--reader.holds == 0) {
            if (readers == reader) {
                readers = reader.next;
            } else {
                Reader before = readers;
                while (before.next != reader) {
                    before = before.next;
                }
                before.next = reader.next;
            }
        }
        if (--reads == 0) {
            queue.wakeFirst();
        }
    }

    void checkWriter() {
        if (writer != Thread.currentThread()) {
            throw new IllegalMonitorStateException();
        }
    }

    synchronized int stopWriting(int count) {
        checkWriter();
        int had = writes;
        writes = count == 0 ? 0 : writes - count;
        if (writes == 0) {
            writer = null;
            queue.wakeFirst();
        }
        return had;
    }

    @Override
    public ReadLock readLock() {
        return readLock;
    }

    @Override
    public WriteLock writeLock() {
        return writeLock;
    }

    /** Whether the locks go to the thread that waits longest. */
    public final boolean isFair() {
        return fair;
    }

    /** How many times the lock to read is taken. */
    public int getReadLockCount() {
        return reads;
    }

    /** Whether a thread writes. */
    public boolean isWriteLocked() {
        return writer != null;
    }

    /** Whether the caller writes. */
    public boolean isWriteLockedByCurrentThread() {
        return writer == Thread.currentThread();
    }

    /** How often the caller has the lock to write. */
    public int getWriteHoldCount() {
        return isWriteLockedByCurrentThread() ? writes : 0;
    }

    /** How often the caller has the lock to read. */
    public synchronized int getReadHoldCount() {
        Reader reader = reader(Thread.currentThread());
        return reader == null ? 0 : reader.holds;
    }

    /** Whether threads wait. */
    public final boolean hasQueuedThreads() {
        return !queue.isEmpty();
    }

    /** Whether a thread waits. */
    public final synchronized boolean hasQueuedThread(Thread thread) {
        return queue.has(thread);
    }

    /** Number of threads that wait. */
    public final synchronized int getQueueLength() {
        return queue.size();
    }

    @Override
    public String toString() {
        return super.toString() + "[Write locks = " + writes + ", Read locks = " + reads + "]";
    }

    /** The lock to read. */
    public static class ReadLock implements Lock, Serializable {

        private final ReentrantReadWriteLock pair;

        /** The lock of a pair. */
        protected ReadLock(ReentrantReadWriteLock pair) {
            this.pair = pair;
        }

        @Override
        public void lock() {
            pair.takeAnyway(READ, 1);
        }

        @Override
        public void lockInterruptibly() throws InterruptedException {
            pair.take(READ, 1, WaitQueue.NEVER, true);
        }

        @Override
        public boolean tryLock() {
            return pair.tryTake(READ);
        }

        @Override
        public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
            return pair.take(READ, 1, WaitQueue.deadline(unit.toNanos(time)), true);
        }

        @Override
        public void unlock() {
            pair.stopReading();
        }

        @Override
        public Condition newCondition() {
            throw new UnsupportedOperationException();
        }

        @Override
        public String toString() {
            return super.toString() + "[Read locks = " + pair.reads + "]";
        }
    }

    /** The lock to write. */
    public static class WriteLock extends OwnedLock implements Lock, Serializable {

        private final ReentrantReadWriteLock pair;

        /** The lock of a pair. */
        protected WriteLock(ReentrantReadWriteLock pair) {
            this.pair = pair;
        }

        @Override
        public void lock() {
            pair.takeAnyway(WRITE, 1);
        }

        @Override
        public void lockInterruptibly() throws InterruptedException {
            pair.take(WRITE, 1, WaitQueue.NEVER, true);
        }

        @Override
        public boolean tryLock() {
            return pair.tryTake(WRITE);
        }

        @Override
        public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
            return pair.take(WRITE, 1, WaitQueue.deadline(unit.toNanos(time)), true);
        }

        @Override
        public void unlock() {
            pair.stopWriting(1);
        }

        @Override
        public Condition newCondition() {
            return new LockCondition(this);
        }

        /** Whether the caller has the lock. */
        public boolean isHeldByCurrentThread() {
            return pair.isWriteLockedByCurrentThread();
        }

        /** How often the caller has the lock. */
        public int getHoldCount() {
            return pair.getWriteHoldCount();
        }

        @Override
        int giveUp() {
            return pair.stopWriting(0);
        }

        @Override
        void takeBack(int holds) {
            pair.takeAnyway(WRITE, holds);
        }

        @Override
        void checkOwner() {
            pair.checkWriter();
        }

        @Override
        public String toString() {
            Thread by = pair.writer;
            return super.toString() + (by == null ? "[Unlocked]" : "[Locked by thread " + by.getName() + "]");
        }
    }
}
