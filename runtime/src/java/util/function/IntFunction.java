package java.util.function;

/** A function of an int. */
@FunctionalInterface
public interface IntFunction<R> {

    /** Its value. */
    R apply(int value);
}
