package java.util.function;

/** Gives an int when asked. */
@FunctionalInterface
public interface IntSupplier {

    /** The value. */
    int getAsInt();
}
