package java.util.function;

/** A function of a double. */
@FunctionalInterface
public interface DoubleFunction<R> {

    /** Its value. */
    R apply(double value);
}
