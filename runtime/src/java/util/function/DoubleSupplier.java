package java.util.function;

/** Gives a double when asked. */
@FunctionalInterface
public interface DoubleSupplier {

    /** The value. */
    double getAsDouble();
}
