package java.util.function;

/** A function of a long. */
@FunctionalInterface
public interface LongFunction<R> {

    /** Its value. */
    R apply(long value);
}
