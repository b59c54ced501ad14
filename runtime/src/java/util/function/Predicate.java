package java.util.function;

import java.util.Objects;

/** Says yes or no to a value. */
@FunctionalInterface
public interface Predicate<T> {

    /** Whether it holds. */
    boolean test(T value);

    /** Whether this holds and another, which is asked only if this holds. */
    default Predicate<T> and(Predicate<? super T> other) {
        Objects.requireNonNull(other);
        Predicate<T> first = this;
        return new Predicate<T>() {
            @Override
            public boolean test(T value) {
                return first.test(value) && other.test(value);
            }
        };
    }

    /** Whether this holds or another, which is asked only if this does not. */
    default Predicate<T> or(Predicate<? super T> other) {
        Objects.requireNonNull(other);
        Predicate<T> first = this;
        return new Predicate<T>() {
            @Override
            public boolean test(T value) {
                return first.test(value) || other.test(value);
            }
        };
    }

    /** Whether this does not hold. */
    default Predicate<T> negate() {
        Predicate<T> first = this;
        return new Predicate<T>() {
            @Override
            public boolean test(T value) {
                return !first.test(value);
            }
        };
    }

    /** Whether a value is equal to an object, which may be null. */
    static <T> Predicate<T> isEqual(Object target) {
        return new Predicate<T>() {
            @Override
            public boolean test(T value) {
                return Objects.equals(target, value);
            }
        };
    }

    /** Whether another one does not hold. */
    @SuppressWarnings("unchecked")
    static <T> Predicate<T> not(Predicate<? super T> target) {
        return (Predicate<T>) target.negate();
    }
}
