package java.util.function;

/** A function of a double whose result is an int. */
@FunctionalInterface
public interface DoubleToIntFunction {

    /** Its value. */
    int applyAsInt(double value);
}
