package java.util.function;

import java.util.Objects;

/** A function of a double whose result is a double. */
@FunctionalInterface
public interface DoubleUnaryOperator {

    /** Its value. */
    double applyAsDouble(double value);

    /** Another function first, then this. */
    default DoubleUnaryOperator compose(DoubleUnaryOperator before) {
        Objects.requireNonNull(before);
        DoubleUnaryOperator own = this;
        return new DoubleUnaryOperator() {
            @Override
            public double applyAsDouble(double value) {
                return own.applyAsDouble(before.applyAsDouble(value));
            }
        };
    }

    /** This, then another function. */
    default DoubleUnaryOperator andThen(DoubleUnaryOperator after) {
        Objects.requireNonNull(after);
        DoubleUnaryOperator own = this;
        return new DoubleUnaryOperator() {
            @Override
            public double applyAsDouble(double value) {
                return after.applyAsDouble(own.applyAsDouble(value));
            }
        };
    }

    /** The operator that gives what it is given. */
    static DoubleUnaryOperator identity() {
        return new DoubleUnaryOperator() {
            @Override
            public double applyAsDouble(double value) {
                return value;
            }
        };
    }
}
