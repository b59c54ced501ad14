package java.util.function;

/** Gives a long when asked. */
@FunctionalInterface
public interface LongSupplier {

    /** The value. */
    long getAsLong();
}
