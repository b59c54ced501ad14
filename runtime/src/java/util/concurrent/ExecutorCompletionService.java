package java.util.concurrent;

import java.util.Objects;

/** Runs tasks on an executor and gives their results in the order of their ends. */
public class ExecutorCompletionService<V> implements CompletionService<V> {

    private final Executor executor;
    private final BlockingQueue<Future<V>> done;

    /** Runs tasks on an executor. */
    public ExecutorCompletionService(Executor executor) {
        this(executor, new LinkedBlockingQueue<Future<V>>());
    }

    /** Runs tasks on an executor and puts them into a queue when they are over. */
    public ExecutorCompletionService(Executor executor, BlockingQueue<Future<V>> queue) {
        this.executor = Objects.requireNonNull(executor);
        done = Objects.requireNonNull(queue);
    }

    /** A task that tells its end. */
    private static final class Task<V> extends FutureTask<V> {

        private final BlockingQueue<Future<V>> done;

        Task(Callable<V> task, BlockingQueue<Future<V>> done) {
            super(task);
            this.done = done;
        }

        @Override
        protected void done() {
            done.add(this);
        }
    }

    @Override
    public Future<V> submit(Callable<V> task) {
        Task<V> own = new Task<V>(task, done);
        executor.execute(own);
        return own;
    }

    @Override
    public Future<V> submit(Runnable task, V result) {
        return submit(Executors.callable(task, result));
    }

    @Override
    public Future<V> take() throws InterruptedException {
        return done.take();
    }

    @Override
    public Future<V> poll() {
        return done.poll();
    }

    @Override
    public Future<V> poll(long time, TimeUnit unit) throws InterruptedException {
        return done.poll(time, unit);
    }
}
