package java.util.function;

/** A function of two longs whose result is a long. */
@FunctionalInterface
public interface LongBinaryOperator {

    /** Its value. */
    long applyAsLong(long a, long b);
}
