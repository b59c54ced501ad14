package java.util.concurrent;

import java.util.List;
import java.util.Objects;

/**
 * Runs tasks that part into smaller ones. There is one processor, so a task that was forked runs where its result is asked
 * for; other tasks run on threads that do not keep the program from ending.
 */
public class ForkJoinPool extends AbstractExecutorService {

    private static final int COMMON_THREADS = 3;

    private static ForkJoinPool common;

    private final ThreadPoolExecutor threads;
    private final int parallelism;

    /** A pool for the processor. */
    public ForkJoinPool() {
        this(1);
    }

    /** A pool with a number of threads. */
    public ForkJoinPool(int parallelism) {
        this(parallelism, new Workers("ForkJoinPool-worker-"));
    }

    private ForkJoinPool(int parallelism, Workers workers) {
        if (parallelism <= 0) {
            throw new IllegalArgumentException();
        }
        this.parallelism = parallelism;
        threads = new ThreadPoolExecutor(parallelism, parallelism, 0, TimeUnit.MILLISECONDS,
                new LinkedBlockingQueue<Runnable>(), workers, new ThreadPoolExecutor.AbortPolicy());
    }

    /** The threads of a pool. */
    private static final class Workers implements ThreadFactory {

        private final String prefix;
        private int made;

        Workers(String prefix) {
            this.prefix = prefix;
        }

        @Override
        public Thread newThread(Runnable task) {
            Thread thread = new Thread(task, prefix + ++made);
            thread.setDaemon(true);
            return thread;
        }
    }

    /** The pool of the program. */
    public static synchronized ForkJoinPool commonPool() {
        if (common == null) {
            common = new ForkJoinPool(COMMON_THREADS, new Workers("ForkJoinPool.commonPool-worker-"));
        }
        return common;
    }

    /** The threads of the pool of the program. */
    static Executor commonThreads() {
        return commonPool().threads;
    }

    /** Number of threads of the pool of the program. */
    public static int getCommonPoolParallelism() {
        return COMMON_THREADS;
    }

    /** Number of threads. */
    public int getParallelism() {
        return parallelism;
    }

    /** Runs a task and gives its result. */
    public <T> T invoke(ForkJoinTask<T> task) {
        return task.join();
    }

    /** Runs a task later. */
    public void execute(ForkJoinTask<?> task) {
        threads.execute(task.asRunnable());
    }

    /** Runs a task later. */
    public <T> ForkJoinTask<T> submit(ForkJoinTask<T> task) {
        threads.execute(task.asRunnable());
        return task;
    }

    @Override
    public void execute(Runnable task) {
        threads.execute(Objects.requireNonNull(task));
    }

    @Override
    public void shutdown() {
        if (this != common) {
            threads.shutdown();
        }
    }

    @Override
    public List<Runnable> shutdownNow() {
        return this == common ? java.util.Collections.<Runnable>emptyList() : threads.shutdownNow();
    }

    @Override
    public boolean isShutdown() {
        return threads.isShutdown();
    }

    @Override
    public boolean isTerminated() {
        return threads.isTerminated();
    }

    @Override
    public boolean awaitTermination(long time, TimeUnit unit) throws InterruptedException {
        return threads.awaitTermination(time, unit);
    }
}
