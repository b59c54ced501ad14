package java.util.function;

/** A function of an int whose result is a long. */
@FunctionalInterface
public interface IntToLongFunction {

    /** Its value. */
    long applyAsLong(int value);
}
