package java.time.chrono;

import java.time.temporal.Temporal;

/** A date of a calendar. */
public interface ChronoLocalDate extends Temporal, Comparable<ChronoLocalDate> {

    /** Days since 1 January 1970. */
    long toEpochDay();

    /** Whether this comes before another date. */
    boolean isBefore(ChronoLocalDate other);

    /** Whether this comes after another date. */
    boolean isAfter(ChronoLocalDate other);

    /** Whether this is the same date. */
    boolean isEqual(ChronoLocalDate other);
}
