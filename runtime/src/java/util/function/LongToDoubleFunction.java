package java.util.function;

/** A function of a long whose result is a double. */
@FunctionalInterface
public interface LongToDoubleFunction {

    /** Its value. */
    double applyAsDouble(long value);
}
