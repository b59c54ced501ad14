package java.util.function;

import java.util.Objects;

/** Says yes or no to a double. */
@FunctionalInterface
public interface DoublePredicate {

    /** Whether it holds. */
    boolean test(double value);

    /** Whether this holds and another, which is asked only if this holds. */
    default DoublePredicate and(DoublePredicate other) {
        Objects.requireNonNull(other);
        DoublePredicate first = this;
        return new DoublePredicate() {
            @Override
            public boolean test(double value) {
                return first.test(value) && other.test(value);
            }
        };
    }

    /** Whether this holds or another, which is asked only if this does not. */
    default DoublePredicate or(DoublePredicate other) {
        Objects.requireNonNull(other);
        DoublePredicate first = this;
        return new DoublePredicate() {
            @Override
            public boolean test(double value) {
                return first.test(value) || other.test(value);
            }
        };
    }

    /** Whether this does not hold. */
    default DoublePredicate negate() {
        DoublePredicate first = this;
        return new DoublePredicate() {
            @Override
            public boolean test(double value) {
                return !first.test(value);
            }
        };
    }
}
