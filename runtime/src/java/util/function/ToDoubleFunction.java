package java.util.function;

/** A function whose result is a double. */
@FunctionalInterface
public interface ToDoubleFunction<T> {

    /** Its value. */
    double applyAsDouble(T value);
}
