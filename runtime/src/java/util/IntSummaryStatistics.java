package java.util;

import java.util.function.IntConsumer;

/** Number, sum and bounds of ints. */
public class IntSummaryStatistics implements IntConsumer {

    private long count;
    private long sum;
    private int min = Integer.MAX_VALUE;
    private int max = Integer.MIN_VALUE;

    /** Of no numbers. */
    public IntSummaryStatistics() {
    }

    /** Adds a number. */
    @Override
    public void accept(int value) {
        ++count;
        sum += value;
        min = Math.min(min, value);
        max = Math.max(max, value);
    }

    /** Adds the numbers of another one. */
    public void combine(IntSummaryStatistics other) {
        count += other.count;
        sum += other.sum;
        min = Math.min(min, other.min);
        max = Math.max(max, other.max);
    }

    /** Number of numbers. */
    public final long getCount() {
        return count;
    }

    /** The sum. */
    public final long getSum() {
        return sum;
    }

    /** The smallest number. */
    public final int getMin() {
        return min;
    }

    /** The largest number. */
    public final int getMax() {
        return max;
    }

    /** The average, 0 of no numbers. */
    public final double getAverage() {
        return count > 0 ? (double) getSum() / count : 0;
    }

    @Override
    public String toString() {
        return String.format("%s{count=%d, sum=%d, min=%d, average=%f, max=%d}",
                getClass().getSimpleName(), count, getSum(), min, getAverage(), max);
    }
}
