package java.util.concurrent;

/** A result that is there when a task has run. */
public interface RunnableFuture<V> extends Runnable, Future<V> {

    @Override
    void run();
}
