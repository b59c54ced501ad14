package java.util.function;

import java.util.Objects;

/** A function of two values. */
@FunctionalInterface
public interface BiFunction<T, U, R> {

    /** Its value. */
    R apply(T a, U b);

    /** This, then a function of the result. */
    default <V> BiFunction<T, U, V> andThen(Function<? super R, ? extends V> after) {
        Objects.requireNonNull(after);
        BiFunction<T, U, R> first = this;
        return new BiFunction<T, U, V>() {
            @Override
            public V apply(T a, U b) {
                return after.apply(first.apply(a, b));
            }
        };
    }
}
