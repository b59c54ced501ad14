package java.util;

import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** A value, or nothing. */
public final class Optional<T> {

    private final T value;

    private Optional(T value) {
        this.value = value;
    }

    /** Nothing. */
    public static <T> Optional<T> empty() {
        return new Optional<T>(null);
    }

    /** A value that is not null. */
    public static <T> Optional<T> of(T value) {
        return new Optional<T>(Objects.requireNonNull(value));
    }

    /** A value, or nothing for null. */
    public static <T> Optional<T> ofNullable(T value) {
        return new Optional<T>(value);
    }

    /** The value; there must be one. */
    public T get() {
        return orElseThrow();
    }

    /** Whether there is a value. */
    public boolean isPresent() {
        return value != null;
    }

    /** Whether there is nothing. */
    public boolean isEmpty() {
        return value == null;
    }

    /** Gives the value, if there is one, to an action. */
    public void ifPresent(Consumer<? super T> action) {
        if (value != null) {
            action.accept(value);
        }
    }

    /** Gives the value to an action, or runs another one if there is none. */
    public void ifPresentOrElse(Consumer<? super T> action, Runnable otherwise) {
        if (value != null) {
            action.accept(value);
        } else {
            otherwise.run();
        }
    }

    /** This, if a condition holds for the value. */
    public Optional<T> filter(Predicate<? super T> condition) {
        Objects.requireNonNull(condition);
        return value == null || condition.test(value) ? this : Optional.<T>empty();
    }

    /** What a function makes of the value. */
    public <U> Optional<U> map(Function<? super T, ? extends U> function) {
        Objects.requireNonNull(function);
        return value == null ? Optional.<U>empty() : Optional.<U>ofNullable(function.apply(value));
    }

    /** What a function makes of the value, which is an optional value itself. */
    @SuppressWarnings("unchecked")
    public <U> Optional<U> flatMap(Function<? super T, ? extends Optional<? extends U>> function) {
        Objects.requireNonNull(function);
        return value == null ? Optional.<U>empty()
                : Objects.requireNonNull((Optional<U>) function.apply(value));
    }

    /** This, or another one if there is nothing. */
    @SuppressWarnings("unchecked")
    public Optional<T> or(Supplier<? extends Optional<? extends T>> other) {
        Objects.requireNonNull(other);
        return value != null ? this : Objects.requireNonNull((Optional<T>) other.get());
    }

    /** The value, or another one if there is none. */
    public T orElse(T other) {
        return value != null ? value : other;
    }

    /** The value, or one that is made if there is none. */
    public T orElseGet(Supplier<? extends T> other) {
        return value != null ? value : other.get();
    }

    /** The value; there must be one. */
    public T orElseThrow() {
        if (value == null) {
            throw new NoSuchElementException("No value present");
        }
        return value;
    }

    /** The value; if there is none, an exception that is made. */
    public <X extends Throwable> T orElseThrow(Supplier<? extends X> exception) throws X {
        if (value == null) {
            throw exception.get();
        }
        return value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Optional && Objects.equals(value, ((Optional<?>) other).value);
    }

    @Override
    public int hashCode() {
        return Objects.hashCode(value);
    }

    @Override
    public String toString() {
        return value != null ? "Optional[" + value + "]" : "Optional.empty";
    }

    /** The value, or nothing, as a stream. */
    public Stream<T> stream() {
        return isPresent() ? Stream.of(get()) : Stream.<T>empty();
    }
}
