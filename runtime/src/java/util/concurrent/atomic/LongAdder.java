package java.util.concurrent.atomic;

import java.io.Serializable;

/** A sum to which threads add. */
public class LongAdder extends Number implements Serializable {

    private long sum;

    /** Begins with 0. */
    public LongAdder() {
    }

    /** Adds. */
    public synchronized void add(long more) {
        sum += more;
    }

    /** Adds 1. */
    public void increment() {
        add(1);
    }

    /** Takes 1 away. */
    public void decrement() {
        add(-1);
    }

    /** The sum. */
    public synchronized long sum() {
        return sum;
    }

    /** Begins again. */
    public synchronized void reset() {
        sum = 0;
    }

    /** The sum; begins again. */
    public synchronized long sumThenReset() {
        long result = sum;
        sum = 0;
        return result;
    }

    @Override
    public int intValue() {
        return (int) sum();
    }

    @Override
    public long longValue() {
        return sum();
    }

    @Override
    public float floatValue() {
        return sum();
    }

    @Override
    public double doubleValue() {
        return sum();
    }

    @Override
    public String toString() {
        return Long.toString(sum());
    }
}
