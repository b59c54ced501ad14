package java.util.concurrent;

/** Runs tasks and gives their results in the order of their ends. */
public interface CompletionService<V> {

    /** Runs a task that has a result. */
    Future<V> submit(Callable<V> task);

    /** Runs a task whose result is given. */
    Future<V> submit(Runnable task, V result);

    /** Waits for the next task that is over. */
    Future<V> take() throws InterruptedException;

    /** The next task that is over, or null. */
    Future<V> poll();

    /** Waits for the next task that is over for some time; gives it or null. */
    Future<V> poll(long time, TimeUnit unit) throws InterruptedException;
}
