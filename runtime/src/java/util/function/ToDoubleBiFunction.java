package java.util.function;

/** A function of two values whose result is a double. */
@FunctionalInterface
public interface ToDoubleBiFunction<T, U> {

    /** Its value. */
    double applyAsDouble(T a, U b);
}
