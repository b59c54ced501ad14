package java.util.function;

/** A function of two values whose result is an int. */
@FunctionalInterface
public interface ToIntBiFunction<T, U> {

    /** Its value. */
    int applyAsInt(T a, U b);
}
