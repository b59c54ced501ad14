package java.util.concurrent;

import com.jopdesign.sys.WaitQueue;
import java.io.Serializable;
import java.util.Collection;

/** A task that parts into smaller ones. */
public abstract class ForkJoinTask<V> implements Future<V>, Serializable {

    private boolean begun;
    private boolean done;
    private Throwable failure;

    /** For subclasses. */
    public ForkJoinTask() {
    }

    /** The result of a task that is done. */
    public abstract V getRawResult();

    /** Sets the result. */
    protected abstract void setRawResult(V value);

    /** Does the work; whether it is done. */
    protected abstract boolean exec();

    /** Lets this task run later: where its result is asked for. */
    public final ForkJoinTask<V> fork() {
        return this;
    }

    /** Whether the caller is to run this task. */
    private synchronized boolean begins() {
        boolean first = !begun;
        begun = true;
        return first;
    }

    private synchronized void end(Throwable thrown) {
        if (!done) {
            failure = thrown;
            done = true;
        }
        notifyAll();
    }

    /** Runs this task unless another thread does. */
    void perform() {
        if (begins()) {
            try {
                exec();
                end(null);
            } catch (Throwable e) {
                end(e);
            }
        }
    }

    final Runnable asRunnable() {
        return new Runnable() {
            @Override
            public void run() {
                perform();
            }
        };
    }

    private synchronized boolean await(long deadline, boolean stops) throws InterruptedException {
        while (!done) {
            try {
                if (!WaitQueue.await(this, deadline)) {
                    return false;
                }
            } catch (InterruptedException e) {
                if (stops) {
                    throw e;
                }
            }
        }
        return true;
    }

    /** Runs this task, or waits if another thread does. */
    public final void quietlyJoin() {
        perform();
        try {
            await(WaitQueue.NEVER, false);
        } catch (InterruptedException e) {
            throw new InternalError(e);
        }
    }

    /** Runs this task. */
    public final void quietlyInvoke() {
        perform();
    }

    /** The result of this task. */
    public final V join() {
        if (begins()) {
            // As in perform, with fewer calls on the stack.
            try {
                exec();
                end(null);
            } catch (Throwable e) {
                end(e);
            }
        } else if (!done) {
            quietlyJoin();
        }
        if (failure instanceof RuntimeException) {
            throw (RuntimeException) failure;
        }
        if (failure instanceof Error) {
            throw (Error) failure;
        }
        return getRawResult();
    }

    /** Runs this task; gives its result. */
    public final V invoke() {
        return join();
    }

    /** Runs two tasks. */
    public static void invokeAll(ForkJoinTask<?> first, ForkJoinTask<?> second) {
        first.join();
        second.join();
    }

    /** Runs tasks. */
    public static void invokeAll(ForkJoinTask<?>... tasks) {
        for (ForkJoinTask<?> task : tasks) {
            task.join();
        }
    }

    /** Runs tasks. */
    public static <T extends ForkJoinTask<?>> Collection<T> invokeAll(Collection<T> tasks) {
        for (T task : tasks) {
            task.join();
        }
        return tasks;
    }

    @Override
    public final V get() throws InterruptedException, ExecutionException {
        perform();
        await(WaitQueue.NEVER, true);
        return report();
    }

    @Override
    public final V get(long time, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        perform();
        if (!await(WaitQueue.deadline(unit.toNanos(time)), true)) {
            throw new TimeoutException();
        }
        return report();
    }

    private V report() throws ExecutionException {
        if (failure instanceof CancellationException) {
            throw (CancellationException) failure;
        }
        if (failure != null) {
            throw new ExecutionException(failure);
        }
        return getRawResult();
    }

    /** Ends this task with a result. */
    public synchronized void complete(V value) {
        setRawResult(value);
        begun = true;
        done = true;
        notifyAll();
    }

    /** Ends this task with an exception. */
    public synchronized void completeExceptionally(Throwable exception) {
        if (!done) {
            failure = exception;
            begun = true;
            done = true;
            notifyAll();
        }
    }

    @Override
    public boolean cancel(boolean interrupts) {
        completeExceptionally(new CancellationException());
        return isCancelled();
    }

    @Override
    public final boolean isDone() {
        return done;
    }

    @Override
    public final boolean isCancelled() {
        return failure instanceof CancellationException;
    }

    /** Whether this task ended without exception. */
    public final boolean isCompletedNormally() {
        return done && failure == null;
    }

    /** Whether this task ended with an exception. */
    public final boolean isCompletedAbnormally() {
        return failure != null;
    }

    /** The exception, or null. */
    public final Throwable getException() {
        return failure;
    }
}
