package java.util.concurrent;

/** A task that parts into smaller ones. */
public abstract class RecursiveAction extends ForkJoinTask<Void> {

    /** For subclasses. */
    public RecursiveAction() {
    }

    /** Does the work. */
    protected abstract void compute();

    @Override
    public final Void getRawResult() {
        return null;
    }

    @Override
    protected final void setRawResult(Void value) {
    }

    @Override
    protected final boolean exec() {
        compute();
        return true;
    }
}
