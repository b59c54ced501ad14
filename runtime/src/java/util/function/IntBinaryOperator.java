package java.util.function;

/** A function of two ints whose result is an int. */
@FunctionalInterface
public interface IntBinaryOperator {

    /** Its value. */
    int applyAsInt(int a, int b);
}
