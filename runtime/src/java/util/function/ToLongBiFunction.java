package java.util.function;

/** A function of two values whose result is a long. */
@FunctionalInterface
public interface ToLongBiFunction<T, U> {

    /** Its value. */
    long applyAsLong(T a, U b);
}
