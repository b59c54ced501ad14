package java.util.function;

/** Gives a boolean when asked. */
@FunctionalInterface
public interface BooleanSupplier {

    /** The value. */
    boolean getAsBoolean();
}
