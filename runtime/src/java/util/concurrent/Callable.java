package java.util.concurrent;

/** Something that computes a result. */
@FunctionalInterface
public interface Callable<V> {

    /** Computes the result. */
    V call() throws Exception;
}
