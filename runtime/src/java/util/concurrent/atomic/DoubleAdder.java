package java.util.concurrent.atomic;

import java.io.Serializable;

/** A sum to which threads add. */
public class DoubleAdder extends Number implements Serializable {

    private double sum;

    /** Begins with 0. */
    public DoubleAdder() {
    }

    /** Adds. */
    public synchronized void add(double more) {
        sum += more;
    }

    /** The sum. */
    public synchronized double sum() {
        return sum;
    }

    /** Begins again. */
    public synchronized void reset() {
        sum = 0;
    }

    /** The sum; begins again. */
    public synchronized double sumThenReset() {
        double result = sum;
        sum = 0;
        return result;
    }

    @Override
    public int intValue() {
        return (int) sum();
    }

    @Override
    public long longValue() {
        return (long) sum();
    }

    @Override
    public float floatValue() {
        return (float) sum();
    }

    @Override
    public double doubleValue() {
        return sum();
    }

    @Override
    public String toString() {
        return Double.toString(sum());
    }
}
