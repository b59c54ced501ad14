package java.util.concurrent;

import com.jopdesign.sys.WaitQueue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/** What executors can do with execute. */
public abstract class AbstractExecutorService implements ExecutorService {

    /** For subclasses. */
    public AbstractExecutorService() {
    }

    /** The task of a runnable. */
    protected <T> RunnableFuture<T> newTaskFor(Runnable task, T result) {
        return new FutureTask<T>(task, result);
    }

    /** The task of a callable. */
    protected <T> RunnableFuture<T> newTaskFor(Callable<T> task) {
        return new FutureTask<T>(task);
    }

    @Override
    public Future<?> submit(Runnable task) {
        return submit(task, null);
    }

    @Override
    public <T> Future<T> submit(Runnable task, T result) {
        Objects.requireNonNull(task);
        RunnableFuture<T> future = newTaskFor(task, result);
        execute(future);
        return future;
    }

    @Override
    public <T> Future<T> submit(Callable<T> task) {
        Objects.requireNonNull(task);
        RunnableFuture<T> future = newTaskFor(task);
        execute(future);
        return future;
    }

    @Override
    public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks) throws InterruptedException {
        return all(tasks, WaitQueue.NEVER);
    }

    @Override
    public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks, long time, TimeUnit unit)
            throws InterruptedException {
        return all(tasks, WaitQueue.deadline(unit.toNanos(time)));
    }

    private <T> List<Future<T>> all(Collection<? extends Callable<T>> tasks, long deadline)
            throws InterruptedException {
        ArrayList<Future<T>> futures = new ArrayList<Future<T>>(tasks.size());
        boolean complete = false;
        try {
            for (Callable<T> task : tasks) {
                futures.add(submit(task));
            }
            complete = true;
            for (Future<T> future : futures) {
                try {
                    if (!complete || deadline == WaitQueue.NEVER) {
                        future.get();
                    } else {
                        future.get(WaitQueue.left(deadline), TimeUnit.NANOSECONDS);
                    }
                } catch (ExecutionException | CancellationException e) {
                    // The caller gets it from the future.
                } catch (TimeoutException e) {
                    complete = false;
                    break;
                }
            }
        } catch (InterruptedException e) {
            complete = false;
            throw e;
        } finally {
            if (!complete) {
                for (Future<T> future : futures) {
                    future.cancel(true);
                }
            }
        }
        return futures;
    }

    @Override
    public <T> T invokeAny(Collection<? extends Callable<T>> tasks) throws InterruptedException, ExecutionException {
        try {
            return any(tasks, WaitQueue.NEVER);
        } catch (TimeoutException e) {
            throw new InternalError(e);
        }
    }

    @Override
    public <T> T invokeAny(Collection<? extends Callable<T>> tasks, long time, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        return any(tasks, WaitQueue.deadline(unit.toNanos(time)));
    }

    private <T> T any(Collection<? extends Callable<T>> tasks, long deadline)
            throws InterruptedException, ExecutionException, TimeoutException {
        if (tasks.isEmpty()) {
            throw new IllegalArgumentException();
        }
        ArrayList<Future<T>> futures = new ArrayList<Future<T>>(tasks.size());
        ExecutorCompletionService<T> service = new ExecutorCompletionService<T>(this);
        ExecutionException last = null;
        try {
            for (Callable<T> task : tasks) {
                futures.add(service.submit(task));
            }
            for (int i = futures.size(); i > 0; --i) {
                Future<T> done = deadline == WaitQueue.NEVER ? service.take()
                        : service.poll(WaitQueue.left(deadline), TimeUnit.NANOSECONDS);
                if (done == null) {
                    throw new TimeoutException();
                }
                try {
                    return done.get();
                } catch (ExecutionException e) {
                    last = e;
                }
            }
            throw last;
        } finally {
            for (Future<T> future : futures) {
                future.cancel(true);
            }
        }
    }
}
