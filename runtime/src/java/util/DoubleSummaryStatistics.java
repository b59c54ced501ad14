package java.util;

import java.util.function.DoubleConsumer;

/** Number, sum and bounds of doubles. */
public class DoubleSummaryStatistics implements DoubleConsumer {

    private long count;
    private double sum;
    private double lost;
    private double plain;
    private double min = Double.POSITIVE_INFINITY;
    private double max = Double.NEGATIVE_INFINITY;

    /** Of no numbers. */
    public DoubleSummaryStatistics() {
    }

    /** Adds a number. */
    @Override
    public void accept(double value) {
        ++count;
        min = Math.min(min, value);
        max = Math.max(max, value);
        plain += value;
        add(value);
    }

    /** Adds with what the sums before have lost (Kahan, 1965). */
    private void add(double value) {
        double corrected = value - lost;
        double more = sum + corrected;
        lost = more - sum - corrected;
        sum = more;
    }

    /** Adds the numbers of another one. */
    public void combine(DoubleSummaryStatistics other) {
        count += other.count;
        plain += other.plain;
        add(other.sum);
        add(-other.lost);
        min = Math.min(min, other.min);
        max = Math.max(max, other.max);
    }

    /** Number of numbers. */
    public final long getCount() {
        return count;
    }

    /** The sum. */
    public final double getSum() {
        double result = sum - lost;
        // Infinite sums have no rest.
        return result != result && Double.isInfinite(plain) ? plain : result;
    }

    /** The smallest number. */
    public final double getMin() {
        return min;
    }

    /** The largest number. */
    public final double getMax() {
        return max;
    }

    /** The average, 0 of no numbers. */
    public final double getAverage() {
        return count > 0 ? getSum() / count : 0;
    }

    @Override
    public String toString() {
        return String.format("%s{count=%d, sum=%f, min=%f, average=%f, max=%f}",
                getClass().getSimpleName(), count, getSum(), min, getAverage(), max);
    }
}
