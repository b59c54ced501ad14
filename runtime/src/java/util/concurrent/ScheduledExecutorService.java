package java.util.concurrent;

/** An executor for tasks that begin later. */
public interface ScheduledExecutorService extends ExecutorService {

    /** Runs a task after some time. */
    ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit);

    /** Runs a task that has a result after some time. */
    <V> ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit);

    /** Runs a task after some time, and then with some time from one beginning to the next. */
    ScheduledFuture<?> scheduleAtFixedRate(Runnable task, long delay, long period, TimeUnit unit);

    /** Runs a task after some time, and then with some time from one end to the next beginning. */
    ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, long delay, long pause, TimeUnit unit);
}
