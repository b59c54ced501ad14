package java.util.concurrent;

import com.jopdesign.sys.WaitQueue;
import java.util.Objects;

/** A task whose result others wait for. */
public class FutureTask<V> implements RunnableFuture<V> {

    private static final int NEW = 0;
    private static final int RUNS = 1;
    private static final int DONE = 2;
    private static final int FAILED = 3;
    private static final int CANCELLED = 4;

    private Callable<V> task;
    private int state;
    private V result;
    private Throwable failure;
    private Thread runner;

    /** A task that computes its result. */
    public FutureTask(Callable<V> task) {
        this.task = Objects.requireNonNull(task);
    }

    /** A task whose result is given. */
    public FutureTask(Runnable task, V result) {
        this(Executors.callable(task, result));
    }

    @Override
    public void run() {
        Callable<V> own;
        synchronized (this) {
            if (state != NEW) {
                return;
            }
            state = RUNS;
            runner = Thread.currentThread();
            own = task;
        }
        V value;
        try {
            value = own.call();
        } catch (Throwable e) {
            setException(e);
            return;
        }
        set(value);
    }

    /** Runs the task without keeping its result; whether it may run again. */
    protected boolean runAndReset() {
        Callable<V> own;
        synchronized (this) {
            if (state != NEW) {
                return false;
            }
            state = RUNS;
            runner = Thread.currentThread();
            own = task;
        }
        try {
            own.call();
        } catch (Throwable e) {
            setException(e);
            return false;
        }
        synchronized (this) {
            runner = null;
            if (state != RUNS) {
                return false;
            }
            state = NEW;
            return true;
        }
    }

    /** Ends with a result, if this is not over. */
    protected void set(V value) {
        synchronized (this) {
            if (state > RUNS) {
                return;
            }
            result = value;
            state = DONE;
        }
        finish();
    }

    /** Ends with an exception, if this is not over. */
    protected void setException(Throwable exception) {
        synchronized (this) {
            if (state > RUNS) {
                return;
            }
            failure = exception;
            state = FAILED;
        }
        finish();
    }

    @Override
    public boolean cancel(boolean interrupts) {
        synchronized (this) {
            if (state > RUNS) {
                return false;
            }
            state = CANCELLED;
            if (interrupts && runner != null) {
                runner.interrupt();
            }
        }
        finish();
        return true;
    }

    private void finish() {
        synchronized (this) {
            task = null;
            runner = null;
            notifyAll();
        }
        done();
    }

    /** For subclasses: the task is over. */
    protected void done() {
    }

    @Override
    public boolean isCancelled() {
        return state == CANCELLED;
    }

    @Override
    public boolean isDone() {
        return state > RUNS;
    }

    @Override
    public V get() throws InterruptedException, ExecutionException {
        await(WaitQueue.NEVER);
        return report();
    }

    @Override
    public V get(long time, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        if (!await(WaitQueue.deadline(unit.toNanos(time)))) {
            throw new TimeoutException();
        }
        return report();
    }

    private synchronized boolean await(long deadline) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        while (state <= RUNS) {
            if (!WaitQueue.await(this, deadline)) {
                return false;
            }
        }
        return true;
    }

    private V report() throws ExecutionException {
        if (state == CANCELLED) {
            throw new CancellationException();
        }
        if (state == FAILED) {
            throw new ExecutionException(failure);
        }
        return result;
    }

    @Override
    public String toString() {
        String what;
        switch (state) {
            case DONE:
                what = "[Completed normally]";
                break;
            case FAILED:
                what = "[Completed exceptionally: " + failure + "]";
                break;
            case CANCELLED:
                what = "[Cancelled]";
                break;
            default:
                what = task == null ? "[Not completed]" : "[Not completed, task = " + task + "]";
                break;
        }
        return super.toString() + what;
    }
}
