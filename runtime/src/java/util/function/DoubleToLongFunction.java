package java.util.function;

/** A function of a double whose result is a long. */
@FunctionalInterface
public interface DoubleToLongFunction {

    /** Its value. */
    long applyAsLong(double value);
}
