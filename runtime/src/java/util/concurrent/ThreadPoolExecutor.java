package java.util.concurrent;

import com.jopdesign.sys.WaitQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Runs tasks on threads that it keeps. */
public class ThreadPoolExecutor extends AbstractExecutorService {

    private final BlockingQueue<Runnable> queue;
    private ThreadFactory factory;
    private RejectedExecutionHandler handler;
    private int core;
    private int most;
    private long keepAlive;
    private boolean coreMayEnd;
    private boolean shutdown;
    private boolean stopped;
    private int largest;
    private long completed;
    private int active;
    private final ArrayList<Worker> workers = new ArrayList<Worker>();

    /** A pool. */
    public ThreadPoolExecutor(int core, int most, long keepAlive, TimeUnit unit, BlockingQueue<Runnable> queue) {
        this(core, most, keepAlive, unit, queue, Executors.defaultThreadFactory(), new AbortPolicy());
    }

    /** A pool with threads of its own kind. */
    public ThreadPoolExecutor(int core, int most, long keepAlive, TimeUnit unit, BlockingQueue<Runnable> queue,
            ThreadFactory factory) {
        this(core, most, keepAlive, unit, queue, factory, new AbortPolicy());
    }

    /** A pool that treats tasks it cannot run in its own way. */
    public ThreadPoolExecutor(int core, int most, long keepAlive, TimeUnit unit, BlockingQueue<Runnable> queue,
            RejectedExecutionHandler handler) {
        this(core, most, keepAlive, unit, queue, Executors.defaultThreadFactory(), handler);
    }

    /** A pool. */
    public ThreadPoolExecutor(int core, int most, long keepAlive, TimeUnit unit, BlockingQueue<Runnable> queue,
            ThreadFactory factory, RejectedExecutionHandler handler) {
        if (core < 0 || most <= 0 || most < core || keepAlive < 0) {
            throw new IllegalArgumentException();
        }
        this.queue = Objects.requireNonNull(queue);
        this.factory = Objects.requireNonNull(factory);
        this.handler = Objects.requireNonNull(handler);
        this.core = core;
        this.most = most;
        this.keepAlive = keepAlive == 0 ? 0 : unit.toNanos(keepAlive);
    }

    /** A thread of a pool. */
    private static final class Worker implements Runnable {

        final ThreadPoolExecutor pool;
        Runnable task;
        Thread thread;

        /** Whether this worker waits for a task, so that it may be interrupted. */
        boolean waits;

        Worker(ThreadPoolExecutor pool, Runnable task) {
            this.pool = pool;
            this.task = task;
        }

        @Override
        public void run() {
            boolean whole = false;
            try {
                while (task != null || (task = pool.next(this)) != null) {
                    pool.perform(this);
                }
                whole = true;
            } finally {
                pool.ended(this, whole);
            }
        }
    }

    void perform(Worker worker) {
        Runnable task = worker.task;
        worker.task = null;
        synchronized (this) {
            ++active;
        }
        try {
            beforeExecute(worker.thread, task);
            try {
                task.run();
            } catch (Throwable e) {
                afterExecute(task, e);
                throw e;
            }
            afterExecute(task, null);
        } finally {
            synchronized (this) {
                --active;
                ++completed;
            }
        }
    }

    /** The next task, or null if a worker is to end. */
    Runnable next(Worker worker) {
        while (true) {
            boolean timed;
            synchronized (this) {
                if (stopped || shutdown && queue.isEmpty() || workers.size() > most) {
                    return null;
                }
                timed = coreMayEnd || workers.size() > core;
                worker.waits = true;
            }
            try {
                Runnable task = timed ? queue.poll(keepAlive, TimeUnit.NANOSECONDS) : queue.take();
                if (task != null) {
                    return task;
                }
                if (queue.isEmpty()) {
                    return null;
                }
            } catch (InterruptedException e) {
                // The end of the pool, or nothing.
            } finally {
                awake(worker);
            }
        }
    }

    private synchronized void awake(Worker worker) {
        worker.waits = false;
        if (!stopped) {
            // What was meant for the wait must not meet the task.
            Thread.interrupted();
        }
    }

    synchronized void ended(Worker worker, boolean whole) {
        workers.remove(worker);
        if (!stopped && (!whole && !shutdown || workers.isEmpty() && !queue.isEmpty())) {
            // A task ended its thread: another one takes its place.
            grow(null);
        }
        if (workers.isEmpty() && shutdown) {
            end();
        }
    }

    /** The last worker of a pool that was shut down is gone. */
    private void end() {
        terminated();
        notifyAll();
    }

    private boolean grow(Runnable task) {
        Worker worker = new Worker(this, task);
        worker.thread = factory.newThread(worker);
        if (worker.thread == null) {
            return false;
        }
        workers.add(worker);
        largest = Math.max(largest, workers.size());
        worker.thread.start();
        return true;
    }

    @Override
    public void execute(Runnable task) {
        Objects.requireNonNull(task);
        synchronized (this) {
            if (!shutdown) {
                if (workers.size() < core && grow(task)) {
                    return;
                }
                if (queue.offer(task)) {
                    if (workers.isEmpty()) {
                        grow(null);
                    }
                    return;
                }
                if (workers.size() < most && grow(task)) {
                    return;
                }
            }
        }
        handler.rejectedExecution(task, this);
    }

    @Override
    public synchronized void shutdown() {
        if (shutdown) {
            return;
        }
        shutdown = true;
        for (Worker worker : workers) {
            if (worker.waits) {
                worker.thread.interrupt();
            }
        }
        if (workers.isEmpty()) {
            end();
        }
    }

    @Override
    public synchronized List<Runnable> shutdownNow() {
        boolean over = isTerminated();
        shutdown = true;
        stopped = true;
        for (Worker worker : workers) {
            worker.thread.interrupt();
        }
        ArrayList<Runnable> left = new ArrayList<Runnable>();
        queue.drainTo(left);
        if (!over && workers.isEmpty()) {
            end();
        }
        return left;
    }

    @Override
    public boolean isShutdown() {
        return shutdown;
    }

    /** Whether the end has begun and is not over. */
    public synchronized boolean isTerminating() {
        return shutdown && !isTerminated();
    }

    @Override
    public synchronized boolean isTerminated() {
        return shutdown && workers.isEmpty();
    }

    @Override
    public synchronized boolean awaitTermination(long time, TimeUnit unit) throws InterruptedException {
        long deadline = WaitQueue.deadline(unit.toNanos(time));
        while (!isTerminated()) {
            if (!WaitQueue.await(this, deadline)) {
                return false;
            }
        }
        return true;
    }

    /** For subclasses: before each task. */
    protected void beforeExecute(Thread thread, Runnable task) {
    }

    /** For subclasses: after each task. */
    protected void afterExecute(Runnable task, Throwable failure) {
    }

    /** For subclasses: all is over. */
    protected void terminated() {
    }

    /** The tasks that wait. */
    public BlockingQueue<Runnable> getQueue() {
        return queue;
    }

    /** Takes a task out that did not begin. */
    public boolean remove(Runnable task) {
        return queue.remove(task);
    }

    /** What makes the threads. */
    public ThreadFactory getThreadFactory() {
        return factory;
    }

    /** Sets what makes the threads. */
    public void setThreadFactory(ThreadFactory factory) {
        this.factory = Objects.requireNonNull(factory);
    }

    /** What treats tasks that are not accepted. */
    public RejectedExecutionHandler getRejectedExecutionHandler() {
        return handler;
    }

    /** Sets what treats tasks that are not accepted. */
    public void setRejectedExecutionHandler(RejectedExecutionHandler handler) {
        this.handler = Objects.requireNonNull(handler);
    }

    /** Number of threads that stay. */
    public int getCorePoolSize() {
        return core;
    }

    /** Number of threads that there may be. */
    public int getMaximumPoolSize() {
        return most;
    }

    /** How long a thread waits for a task before it ends. */
    public long getKeepAliveTime(TimeUnit unit) {
        return unit.convert(keepAlive, TimeUnit.NANOSECONDS);
    }

    /** Lets threads that would stay end, too, when there are no tasks for long. */
    public synchronized void allowCoreThreadTimeOut(boolean may) {
        if (may && keepAlive <= 0) {
            throw new IllegalArgumentException("Core threads must have nonzero keep alive times");
        }
        coreMayEnd = may;
    }

    /** Whether threads that would stay may end. */
    public boolean allowsCoreThreadTimeOut() {
        return coreMayEnd;
    }

    /** Makes a thread that waits for tasks, if fewer than stay are there. */
    public synchronized boolean prestartCoreThread() {
        return workers.size() < core && grow(null);
    }

    /** Makes all threads that stay; gives their number. */
    public int prestartAllCoreThreads() {
        int n = 0;
        while (prestartCoreThread()) {
            ++n;
        }
        return n;
    }

    /** Number of threads. */
    public synchronized int getPoolSize() {
        return workers.size();
    }

    /** Number of threads that run tasks. */
    public synchronized int getActiveCount() {
        return active;
    }

    /** The largest number of threads that there were. */
    public synchronized int getLargestPoolSize() {
        return largest;
    }

    /** Number of tasks that are over. */
    public synchronized long getCompletedTaskCount() {
        return completed;
    }

    /** Number of all tasks. */
    public synchronized long getTaskCount() {
        return completed + active + queue.size();
    }

    @Override
    public synchronized String toString() {
        String state = isTerminated() ? "Terminated" : shutdown ? "Shutting down" : "Running";
        return super.toString() + "[" + state + ", pool size = " + workers.size() + ", active threads = " + active
                + ", queued tasks = " + queue.size() + ", completed tasks = " + completed + "]";
    }

    /** Refuses tasks with an exception. */
    public static class AbortPolicy implements RejectedExecutionHandler {

        /** One of it. */
        public AbortPolicy() {
        }

        @Override
        public void rejectedExecution(Runnable task, ThreadPoolExecutor executor) {
            throw new RejectedExecutionException("Task " + task + " rejected from " + executor);
        }
    }

    /** Runs tasks in the thread that brings them. */
    public static class CallerRunsPolicy implements RejectedExecutionHandler {

        /** One of it. */
        public CallerRunsPolicy() {
        }

        @Override
        public void rejectedExecution(Runnable task, ThreadPoolExecutor executor) {
            if (!executor.isShutdown()) {
                task.run();
            }
        }
    }

    /** Forgets tasks. */
    public static class DiscardPolicy implements RejectedExecutionHandler {

        /** One of it. */
        public DiscardPolicy() {
        }

        @Override
        public void rejectedExecution(Runnable task, ThreadPoolExecutor executor) {
            // Gone.
        }
    }

    /** Forgets the task that waits longest. */
    public static class DiscardOldestPolicy implements RejectedExecutionHandler {

        /** One of it. */
        public DiscardOldestPolicy() {
        }

        @Override
        public void rejectedExecution(Runnable task, ThreadPoolExecutor executor) {
            if (!executor.isShutdown()) {
                executor.getQueue().poll();
                executor.execute(task);
            }
        }
    }
}
