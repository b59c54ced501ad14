package java.util.function;

import java.util.Objects;

/** A function of a long whose result is a long. */
@FunctionalInterface
public interface LongUnaryOperator {

    /** Its value. */
    long applyAsLong(long value);

    /** Another function first, then this. */
    default LongUnaryOperator compose(LongUnaryOperator before) {
        Objects.requireNonNull(before);
        LongUnaryOperator own = this;
        return new LongUnaryOperator() {
            @Override
            public long applyAsLong(long value) {
                return own.applyAsLong(before.applyAsLong(value));
            }
        };
    }

    /** This, then another function. */
    default LongUnaryOperator andThen(LongUnaryOperator after) {
        Objects.requireNonNull(after);
        LongUnaryOperator own = this;
        return new LongUnaryOperator() {
            @Override
            public long applyAsLong(long value) {
                return after.applyAsLong(own.applyAsLong(value));
            }
        };
    }

    /** The operator that gives what it is given. */
    static LongUnaryOperator identity() {
        return new LongUnaryOperator() {
            @Override
            public long applyAsLong(long value) {
                return value;
            }
        };
    }
}
