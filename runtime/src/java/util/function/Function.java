package java.util.function;

import java.util.Objects;

/** A function of one value. */
@FunctionalInterface
public interface Function<T, R> {

    /** Its value. */
    R apply(T value);

    /** Another function first, then this. */
    default <V> Function<V, R> compose(Function<? super V, ? extends T> before) {
        Objects.requireNonNull(before);
        Function<T, R> last = this;
        return new Function<V, R>() {
            @Override
            public R apply(V value) {
                return last.apply(before.apply(value));
            }
        };
    }

    /** This, then another function. */
    default <V> Function<T, V> andThen(Function<? super R, ? extends V> after) {
        Objects.requireNonNull(after);
        Function<T, R> first = this;
        return new Function<T, V>() {
            @Override
            public V apply(T value) {
                return after.apply(first.apply(value));
            }
        };
    }

    /** The function that gives what it is given. */
    static <T> Function<T, T> identity() {
        return new Function<T, T>() {
            @Override
            public T apply(T value) {
                return value;
            }
        };
    }
}
