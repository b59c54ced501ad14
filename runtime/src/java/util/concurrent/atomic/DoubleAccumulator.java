package java.util.concurrent.atomic;

import java.io.Serializable;
import java.util.function.DoubleBinaryOperator;

/** A value that threads change by one function. */
public class DoubleAccumulator extends Number implements Serializable {

    private final DoubleBinaryOperator function;
    private final double identity;
    private double value;

    /** Begins with a value. */
    public DoubleAccumulator(DoubleBinaryOperator function, double identity) {
        this.function = function;
        this.identity = identity;
        value = identity;
    }

    /** The function of the value and another becomes the value. */
    public synchronized void accumulate(double other) {
        value = function.applyAsDouble(value, other);
    }

    /** The value. */
    public synchronized double get() {
        return value;
    }

    /** Begins again. */
    public synchronized void reset() {
        value = identity;
    }

    /** The value; begins again. */
    public synchronized double getThenReset() {
        double result = value;
        value = identity;
        return result;
    }

    @Override
    public int intValue() {
        return (int) get();
    }

    @Override
    public long longValue() {
        return (long) get();
    }

    @Override
    public float floatValue() {
        return (float) get();
    }

    @Override
    public double doubleValue() {
        return get();
    }

    @Override
    public String toString() {
        return Double.toString(get());
    }
}
