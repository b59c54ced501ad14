package java.util.function;

import java.util.Objects;

/** Says yes or no to two values. */
@FunctionalInterface
public interface BiPredicate<T, U> {

    /** Whether it holds. */
    boolean test(T a, U b);

    /** Whether this holds and another, which is asked only if this holds. */
    default BiPredicate<T, U> and(BiPredicate<? super T, ? super U> other) {
        Objects.requireNonNull(other);
        BiPredicate<T, U> first = this;
        return new BiPredicate<T, U>() {
            @Override
            public boolean test(T a, U b) {
                return first.test(a, b) && other.test(a, b);
            }
        };
    }

    /** Whether this holds or another, which is asked only if this does not. */
    default BiPredicate<T, U> or(BiPredicate<? super T, ? super U> other) {
        Objects.requireNonNull(other);
        BiPredicate<T, U> first = this;
        return new BiPredicate<T, U>() {
            @Override
            public boolean test(T a, U b) {
                return first.test(a, b) || other.test(a, b);
            }
        };
    }

    /** Whether this does not hold. */
    default BiPredicate<T, U> negate() {
        BiPredicate<T, U> first = this;
        return new BiPredicate<T, U>() {
            @Override
            public boolean test(T a, U b) {
                return !first.test(a, b);
            }
        };
    }
}
