package java.util.concurrent.atomic;

import java.io.Serializable;
import java.util.function.LongBinaryOperator;

/** A value that threads change by one function. */
public class LongAccumulator extends Number implements Serializable {

    private final LongBinaryOperator function;
    private final long identity;
    private long value;

    /** Begins with a value. */
    public LongAccumulator(LongBinaryOperator function, long identity) {
        this.function = function;
        this.identity = identity;
        value = identity;
    }

    /** The function of the value and another becomes the value. */
    public synchronized void accumulate(long other) {
        value = function.applyAsLong(value, other);
    }

    /** The value. */
    public synchronized long get() {
        return value;
    }

    /** Begins again. */
    public synchronized void reset() {
        value = identity;
    }

    /** The value; begins again. */
    public synchronized long getThenReset() {
        long result = value;
        value = identity;
        return result;
    }

    @Override
    public int intValue() {
        return (int) get();
    }

    @Override
    public long longValue() {
        return get();
    }

    @Override
    public float floatValue() {
        return get();
    }

    @Override
    public double doubleValue() {
        return get();
    }

    @Override
    public String toString() {
        return Long.toString(get());
    }
}
