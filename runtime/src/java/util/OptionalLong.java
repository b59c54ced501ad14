package java.util;

import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/** A long, or nothing. */
public final class OptionalLong {

    private final boolean present;
    private final long value;

    private OptionalLong(boolean present, long value) {
        this.present = present;
        this.value = value;
    }

    /** Nothing. */
    public static OptionalLong empty() {
        return new OptionalLong(false, 0);
    }

    /** A value. */
    public static OptionalLong of(long value) {
        return new OptionalLong(true, value);
    }

    /** The value; there must be one. */
    public long getAsLong() {
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
    public void ifPresent(LongConsumer action) {
        if (present) {
            action.accept(value);
        }
    }

    /** Gives the value to an action, or runs another one if there is none. */
    public void ifPresentOrElse(LongConsumer action, Runnable otherwise) {
        if (present) {
            action.accept(value);
        } else {
            otherwise.run();
        }
    }

    /** The value, or another one if there is none. */
    public long orElse(long other) {
        return present ? value : other;
    }

    /** The value, or one that is made if there is none. */
    public long orElseGet(LongSupplier other) {
        return present ? value : other.getAsLong();
    }

    /** The value; there must be one. */
    public long orElseThrow() {
        if (!present) {
            throw new NoSuchElementException("No value present");
        }
        return value;
    }

    /** The value; if there is none, an exception that is made. */
    public <X extends Throwable> long orElseThrow(Supplier<? extends X> exception) throws X {
        if (!present) {
            throw exception.get();
        }
        return value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof OptionalLong && present == ((OptionalLong) other).present
                && value == ((OptionalLong) other).value;
    }

    @Override
    public int hashCode() {
        return present ? Long.hashCode(value) : 0;
    }

    @Override
    public String toString() {
        return present ? "OptionalLong[" + value + "]" : "OptionalLong.empty";
    }

    /** The value, or nothing, as a stream. */
    public LongStream stream() {
        return isPresent() ? LongStream.of(getAsLong()) : LongStream.empty();
    }
}
