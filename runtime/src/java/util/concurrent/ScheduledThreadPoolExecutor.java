package java.util.concurrent;

import com.jopdesign.sys.WaitQueue;
import java.util.Objects;

/** Runs tasks later on threads that it keeps. */
public class ScheduledThreadPoolExecutor extends ThreadPoolExecutor implements ScheduledExecutorService {

    private static long numbered;

    /** A pool with a number of threads. */
    public ScheduledThreadPoolExecutor(int threads) {
        this(threads, Executors.defaultThreadFactory());
    }

    /** A pool with a number of threads of its own kind. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    public ScheduledThreadPoolExecutor(int threads, ThreadFactory factory) {
        super(threads, Integer.MAX_VALUE, 10, TimeUnit.MILLISECONDS, (BlockingQueue) new DelayQueue(), factory);
    }

    static synchronized long nextNumber() {
        return ++numbered;
    }

    /** A task with its time. */
    private static final class Task<V> extends FutureTask<V> implements ScheduledFuture<V> {

        private final ScheduledThreadPoolExecutor pool;
        private final long number = nextNumber();
        private long time;

        /** Microseconds from beginning to beginning if positive, from end to beginning if negative; 0 is once. */
        final long period;

        Task(ScheduledThreadPoolExecutor pool, Callable<V> task, long time, long period) {
            super(task);
            this.pool = pool;
            this.time = time;
            this.period = period;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(WaitQueue.left(time), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            if (other instanceof Task) {
                Task<?> task = (Task<?>) other;
                return time != task.time ? Long.compare(time, task.time) : Long.compare(number, task.number);
            }
            return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
        }

        @Override
        public void run() {
            if (period == 0) {
                super.run();
            } else if (!pool.isShutdown() && runAndReset()) {
                time = period > 0 ? time + period : WaitQueue.deadline(0) - period;
                if (pool.isShutdown()) {
                    cancel(false);
                } else {
                    pool.getQueue().add(this);
                }
            }
        }
    }

    private <V> ScheduledFuture<V> start(Callable<V> task, long delay, TimeUnit unit, long period) {
        Task<V> own = new Task<V>(this, Objects.requireNonNull(task), WaitQueue.deadline(unit.toNanos(delay)), period);
        if (isShutdown()) {
            getRejectedExecutionHandler().rejectedExecution(own, this);
        } else {
            getQueue().add(own);
            prestartCoreThread();
        }
        return own;
    }

    private ScheduledFuture<?> repeat(Runnable task, long delay, TimeUnit unit, long period) {
        if (period == 0) {
            throw new IllegalArgumentException();
        }
        return start(Executors.callable(task), delay, unit, period);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
        return start(Executors.callable(task), delay, unit, 0);
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit) {
        return start(task, delay, unit, 0);
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, long delay, long period, TimeUnit unit) {
        return repeat(task, delay, unit, period <= 0 ? 0 : Math.max(1, unit.toMicros(period)));
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, long delay, long pause, TimeUnit unit) {
        return repeat(task, delay, unit, pause <= 0 ? 0 : Math.min(-1, -unit.toMicros(pause)));
    }

    @Override
    public void execute(Runnable task) {
        schedule(task, 0, TimeUnit.NANOSECONDS);
    }

    @Override
    public Future<?> submit(Runnable task) {
        return schedule(task, 0, TimeUnit.NANOSECONDS);
    }

    @Override
    public <T> Future<T> submit(Runnable task, T result) {
        return schedule(Executors.callable(task, result), 0, TimeUnit.NANOSECONDS);
    }

    @Override
    public <T> Future<T> submit(Callable<T> task) {
        return schedule(task, 0, TimeUnit.NANOSECONDS);
    }

    @Override
    public synchronized void shutdown() {
        // Tasks that repeat are over, those that are to come once are not.
        for (Object task : getQueue().toArray()) {
            if (task instanceof Task && ((Task<?>) task).period != 0) {
                ((Task<?>) task).cancel(false);
                getQueue().remove(task);
            }
        }
        super.shutdown();
    }
}
