package java.util.function;

import java.util.Objects;

/** Says yes or no to a long. */
@FunctionalInterface
public interface LongPredicate {

    /** Whether it holds. */
    boolean test(long value);

    /** Whether this holds and another, which is asked only if this holds. */
    default LongPredicate and(LongPredicate other) {
        Objects.requireNonNull(other);
        LongPredicate first = this;
        return new LongPredicate() {
            @Override
            public boolean test(long value) {
                return first.test(value) && other.test(value);
            }
        };
    }

    /** Whether this holds or another, which is asked only if this does not. */
    default LongPredicate or(LongPredicate other) {
        Objects.requireNonNull(other);
        LongPredicate first = this;
        return new LongPredicate() {
            @Override
            public boolean test(long value) {
                return first.test(value) || other.test(value);
            }
        };
    }

    /** Whether this does not hold. */
    default LongPredicate negate() {
        LongPredicate first = this;
        return new LongPredicate() {
            @Override
            public boolean test(long value) {
                return !first.test(value);
            }
        };
    }
}
