package java.util;

import java.util.function.IntConsumer;
import java.util.function.LongConsumer;

/** Number, sum and bounds of longs. */
public class LongSummaryStatistics implements LongConsumer, IntConsumer {

    private long count;
    private long sum;
    private long min = Long.MAX_VALUE;
    private long max = Long.MIN_VALUE;

    /** Of no numbers. */
    public LongSummaryStatistics() {
    }

    /** Adds a number. */
    @Override
    public void accept(long value) {
        ++count;
        sum += value;
        min = Math.min(min, value);
        max = Math.max(max, value);
    }

    /** Adds a number. */
    @Override
    public void accept(int value) {
        accept((long) value);
    }

    /** Adds the numbers of another one. */
    public void combine(LongSummaryStatistics other) {
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
    public final long getMin() {
        return min;
    }

    /** The largest number. */
    public final long getMax() {
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
