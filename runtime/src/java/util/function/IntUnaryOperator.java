package java.util.function;

import java.util.Objects;

/** A function of an int whose result is an int. */
@FunctionalInterface
public interface IntUnaryOperator {

    /** Its value. */
    int applyAsInt(int value);

    /** Another function first, then this. */
    default IntUnaryOperator compose(IntUnaryOperator before) {
        Objects.requireNonNull(before);
        IntUnaryOperator own = this;
        return new IntUnaryOperator() {
            @Override
            public int applyAsInt(int value) {
                return own.applyAsInt(before.applyAsInt(value));
            }
        };
    }

    /** This, then another function. */
    default IntUnaryOperator andThen(IntUnaryOperator after) {
        Objects.requireNonNull(after);
        IntUnaryOperator own = this;
        return new IntUnaryOperator() {
            @Override
            public int applyAsInt(int value) {
                return after.applyAsInt(own.applyAsInt(value));
            }
        };
    }

    /** The operator that gives what it is given. */
    static IntUnaryOperator identity() {
        return new IntUnaryOperator() {
            @Override
            public int applyAsInt(int value) {
                return value;
            }
        };
    }
}
