package java.util.function;

import java.util.Objects;

/** Says yes or no to an int. */
@FunctionalInterface
public interface IntPredicate {

    /** Whether it holds. */
    boolean test(int value);

    /** Whether this holds and another, which is asked only if this holds. */
    default IntPredicate and(IntPredicate other) {
        Objects.requireNonNull(other);
        IntPredicate first = this;
        return new IntPredicate() {
            @Override
            public boolean test(int value) {
                return first.test(value) && other.test(value);
            }
        };
    }

    /** Whether this holds or another, which is asked only if this does not. */
    default IntPredicate or(IntPredicate other) {
        Objects.requireNonNull(other);
        IntPredicate first = this;
        return new IntPredicate() {
            @Override
            public boolean test(int value) {
                return first.test(value) || other.test(value);
            }
        };
    }

    /** Whether this does not hold. */
    default IntPredicate negate() {
        IntPredicate first = this;
        return new IntPredicate() {
            @Override
            public boolean test(int value) {
                return !first.test(value);
            }
        };
    }
}
