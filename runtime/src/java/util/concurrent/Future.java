package java.util.concurrent;

/** A result that is there sooner or later. */
public interface Future<V> {

    /** Ends the computation if it is not done; whether that was possible. */
    boolean cancel(boolean interrupts);

    /** Whether the computation was cancelled. */
    boolean isCancelled();

    /** Whether the computation is over. */
    boolean isDone();

    /** Waits for the result. */
    V get() throws InterruptedException, ExecutionException;

    /** Waits for the result for some time. */
    V get(long time, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException;
}
