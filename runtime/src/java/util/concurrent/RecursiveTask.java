package java.util.concurrent;

/** A task that parts into smaller ones and has a result. */
public abstract class RecursiveTask<V> extends ForkJoinTask<V> {

    private V result;

    /** For subclasses. */
    public RecursiveTask() {
    }

    /** Computes the result. */
    protected abstract V compute();

    @Override
    public final V getRawResult() {
        return result;
    }

    @Override
    protected final void setRawResult(V value) {
        result = value;
    }

    @Override
    protected final boolean exec() {
        result = compute();
        return true;
    }
}
