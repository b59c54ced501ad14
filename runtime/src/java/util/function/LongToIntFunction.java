package java.util.function;

/** A function of a long whose result is an int. */
@FunctionalInterface
public interface LongToIntFunction {

    /** Its value. */
    int applyAsInt(long value);
}
