package java.util.concurrent;

import java.util.Collection;
import java.util.List;

/** An executor that gives results and can be ended. */
public interface ExecutorService extends Executor {

    /** Accepts no more tasks. */
    void shutdown();

    /** Accepts no more tasks, interrupts those that run and gives those that did not begin. */
    List<Runnable> shutdownNow();

    /** Whether no more tasks are accepted. */
    boolean isShutdown();

    /** Whether all tasks are done after the end. */
    boolean isTerminated();

    /** Waits for the last task after the end; false if the time was over before. */
    boolean awaitTermination(long time, TimeUnit unit) throws InterruptedException;

    /** Runs a task that has a result. */
    <T> Future<T> submit(Callable<T> task);

    /** Runs a task whose result is given. */
    <T> Future<T> submit(Runnable task, T result);

    /** Runs a task whose result is null. */
    Future<?> submit(Runnable task);

    /** Runs tasks and waits for all. */
    <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks) throws InterruptedException;

    /** Runs tasks and waits for all, for some time; cancels the others. */
    <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks, long time, TimeUnit unit)
            throws InterruptedException;

    /** Runs tasks until one has a result. */
    <T> T invokeAny(Collection<? extends Callable<T>> tasks) throws InterruptedException, ExecutionException;

    /** Runs tasks until one has a result, for some time. */
    <T> T invokeAny(Collection<? extends Callable<T>> tasks, long time, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException;
}
