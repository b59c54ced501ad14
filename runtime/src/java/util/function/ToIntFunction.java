package java.util.function;

/** A function whose result is an int. */
@FunctionalInterface
public interface ToIntFunction<T> {

    /** Its value. */
    int applyAsInt(T value);
}
