package java.util;

import java.util.function.DoubleConsumer;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;

/** A double, or nothing. */
public final class OptionalDouble {

    private final boolean present;
    private final double value;

    private OptionalDouble(boolean present, double value) {
        this.present = present;
        this.value = value;
    }

    /** Nothing. */
    public static OptionalDouble empty() {
        return new OptionalDouble(false, 0);
    }

    /** A value. */
    public static OptionalDouble of(double value) {
        return new OptionalDouble(true, value);
    }

    /** The value; there must be one. */
    public double getAsDouble() {
        return orElseThrow();
    }

    /** Whether there is a value. */
    public boolean isPresent() {
        return present;
    }

    /** Whether there is nothing. */
    public boolean isEmpty() {
        return !present;
    }

    /** Gives the value, if there is one, to an action. */
    public void ifPresent(DoubleConsumer action) {
        if (present) {
            action.accept(value);
        }
    }

    /** Gives the value to an action, or runs another one if there is none. */
    public void ifPresentOrElse(DoubleConsumer action, Runnable otherwise) {
        if (present) {
            action.accept(value);
        } else {
            otherwise.run();
        }
    }

    /** The value, or another one if there is none. */
    public double orElse(double other) {
        return present ? value : other;
    }

    /** The value, or one that is made if there is none. */
    public double orElseGet(DoubleSupplier other) {
        return present ? value : other.getAsDouble();
    }

    /** The value; there must be one. */
    public double orElseThrow() {
        if (!present) {
            throw new NoSuchElementException("No value present");
        }
        return value;
    }

    /** The value; if there is none, an exception that is made. */
    public <X extends Throwable> double orElseThrow(Supplier<? extends X> exception) throws X {
        if (!present) {
            throw exception.get();
        }
        return value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof OptionalDouble && present == ((OptionalDouble) other).present
                && Double.compare(value, ((OptionalDouble) other).value) == 0;
    }

    @Override
    public int hashCode() {
        return present ? Double.hashCode(value) : 0;
    }

    @Override
    public String toString() {
        return present ? "OptionalDouble[" + value + "]" : "OptionalDouble.empty";
    }

    /** The value, or nothing, as a stream. */
    public DoubleStream stream() {
        return isPresent() ? DoubleStream.of(getAsDouble()) : DoubleStream.empty();
    }
}
