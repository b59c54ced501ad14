package java.util.concurrent;

/** What happens to tasks that an executor does not accept. */
public interface RejectedExecutionHandler {

    /** A task was not accepted. */
    void rejectedExecution(Runnable task, ThreadPoolExecutor executor);
}
