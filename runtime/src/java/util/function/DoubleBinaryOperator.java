package java.util.function;

/** A function of two doubles whose result is a double. */
@FunctionalInterface
public interface DoubleBinaryOperator {

    /** Its value. */
    double applyAsDouble(double a, double b);
}
