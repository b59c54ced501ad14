package java.util.function;

/** Gives a value when asked. */
@FunctionalInterface
public interface Supplier<T> {

    /** The value. */
    T get();
}
