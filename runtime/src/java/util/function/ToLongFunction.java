package java.util.function;

/** A function whose result is a long. */
@FunctionalInterface
public interface ToLongFunction<T> {

    /** Its value. */
    long applyAsLong(T value);
}
