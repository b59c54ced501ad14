package java.util;

import java.util.function.IntConsumer;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** An int, or nothing. */
public final class OptionalInt {

    private final boolean present;
    private final int value;

    private OptionalInt(boolean present, int value) {
        this.present = present;
        this.value = value;
    }

    /** Nothing. */
    public static OptionalInt empty() {
        return new OptionalInt(false, 0);
    }

    /** A value. */
    public static OptionalInt of(int value) {
        return new OptionalInt(true, value);
    }

    /** The value; there must be one. */
    public int getAsInt() {
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
    public void ifPresent(IntConsumer action) {
        if (present) {
            action.accept(value);
        }
    }

    /** Gives the value to an action, or runs another one if there is none. */
    public void ifPresentOrElse(IntConsumer action, Runnable otherwise) {
        if (present) {
            action.accept(value);
        } else {
            otherwise.run();
        }
    }

    /** The value, or another one if there is none. */
    public int orElse(int other) {
        return present ? value : other;
    }

    /** The value, or one that is made if there is none. */
    public int orElseGet(IntSupplier other) {
        return present ? value : other.getAsInt();
    }

    /** The value; there must be one. */
    public int orElseThrow() {
        if (!present) {
            throw new NoSuchElementException("No value present");
        }
        return value;
    }

    /** The value; if there is none, an exception that is made. */
    public <X extends Throwable> int orElseThrow(Supplier<? extends X> exception) throws X {
        if (!present) {
            throw exception.get();
        }
        return value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof OptionalInt && present == ((OptionalInt) other).present
                && value == ((OptionalInt) other).value;
    }

    @Override
    public int hashCode() {
        return present ? Integer.hashCode(value) : 0;
    }

    @Override
    public String toString() {
        return present ? "OptionalInt[" + value + "]" : "OptionalInt.empty";
    }

    /** The value, or nothing, as a stream. */
    public IntStream stream() {
        return isPresent() ? IntStream.of(getAsInt()) : IntStream.empty();
    }
}
