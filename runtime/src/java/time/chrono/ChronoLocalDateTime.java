package java.time.chrono;

import java.time.LocalTime;
import java.time.temporal.Temporal;

/** A date of a calendar and a time of the day. */
public interface ChronoLocalDateTime<D extends ChronoLocalDate> extends Temporal, Comparable<ChronoLocalDateTime<?>> {

    /** The date. */
    D toLocalDate();

    /** The time of the day. */
    LocalTime toLocalTime();

    /** Whether this comes before another point. */
    boolean isBefore(ChronoLocalDateTime<?> other);

    /** Whether this comes after another point. */
    boolean isAfter(ChronoLocalDateTime<?> other);

    /** Whether this is the same point. */
    boolean isEqual(ChronoLocalDateTime<?> other);
}
