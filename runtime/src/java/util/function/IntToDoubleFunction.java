package java.util.function;

/** A function of an int whose result is a double. */
@FunctionalInterface
public interface IntToDoubleFunction {

    /** Its value. */
    double applyAsDouble(int value);
}
