package java.util.concurrent;

import java.util.Objects;

/** Makes executors. */
public class Executors {

    private static int pools;

    private Executors() {
    }

    static synchronized int nextPool() {
        return ++pools;
    }

    /** Threads named after their pool and number. */
    private static final class PoolThreads implements ThreadFactory {

        private final String prefix = "pool-" + nextPool() + "-thread-";
        private int made;

        @Override
        public synchronized Thread newThread(Runnable task) {
            Thread thread = new Thread(task, prefix + ++made);
            thread.setDaemon(false);
            thread.setPriority(Thread.NORM_PRIORITY);
            return thread;
        }
    }

    /** A pool with a number of threads. */
    public static ExecutorService newFixedThreadPool(int threads) {
        return newFixedThreadPool(threads, defaultThreadFactory());
    }

    /** A pool with a number of threads of its own kind. */
    public static ExecutorService newFixedThreadPool(int threads, ThreadFactory factory) {
        return new ThreadPoolExecutor(threads, threads, 0, TimeUnit.MILLISECONDS, new LinkedBlockingQueue<Runnable>(),
                factory);
    }

    /** An executor with one thread. */
    public static ExecutorService newSingleThreadExecutor() {
        return newFixedThreadPool(1);
    }

    /** An executor with one thread of its own kind. */
    public static ExecutorService newSingleThreadExecutor(ThreadFactory factory) {
        return newFixedThreadPool(1, factory);
    }

    /** A pool with as many threads as it needs; one that has nothing to do for a minute ends. */
    public static ExecutorService newCachedThreadPool() {
        return newCachedThreadPool(defaultThreadFactory());
    }

    /** A pool with as many threads of its own kind as it needs. */
    public static ExecutorService newCachedThreadPool(ThreadFactory factory) {
        return new ThreadPoolExecutor(0, Integer.MAX_VALUE, 60, TimeUnit.SECONDS, new SynchronousQueue<Runnable>(),
                factory);
    }

    /** A pool for tasks that begin later, with a number of threads. */
    public static ScheduledExecutorService newScheduledThreadPool(int threads) {
        return new ScheduledThreadPoolExecutor(threads);
    }

    /** A pool for tasks that begin later, with a number of threads of its own kind. */
    public static ScheduledExecutorService newScheduledThreadPool(int threads, ThreadFactory factory) {
        return new ScheduledThreadPoolExecutor(threads, factory);
    }

    /** An executor for tasks that begin later, with one thread. */
    public static ScheduledExecutorService newSingleThreadScheduledExecutor() {
        return new ScheduledThreadPoolExecutor(1);
    }

    /** An executor for tasks that begin later, with one thread of its own kind. */
    public static ScheduledExecutorService newSingleThreadScheduledExecutor(ThreadFactory factory) {
        return new ScheduledThreadPoolExecutor(1, factory);
    }

    /** Makes threads named pool-N-thread-M. */
    public static ThreadFactory defaultThreadFactory() {
        return new PoolThreads();
    }

    /** A task with a result. */
    public static <T> Callable<T> callable(Runnable task, T result) {
        return new WithResult<T>(Objects.requireNonNull(task), result);
    }

    /** A task whose result is null. */
    public static Callable<Object> callable(Runnable task) {
        return callable(task, null);
    }

    /** A runnable with a result. */
    private static final class WithResult<T> implements Callable<T> {

        private final Runnable task;
        private final T result;

        WithResult(Runnable task, T result) {
            this.task = task;
            this.result = result;
        }

        @Override
        public T call() {
            task.run();
            return result;
        }
    }
}
