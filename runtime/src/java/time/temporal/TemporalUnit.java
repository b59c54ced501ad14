package java.time.temporal;

import java.time.Duration;

/** A unit of time. */
public interface TemporalUnit {

    /** Its length. */
    Duration getDuration();

    /** Whether its length is an estimate. */
    boolean isDurationEstimated();

    /** Whether it is a unit of dates. */
    boolean isDateBased();

    /** Whether it is a unit of times. */
    boolean isTimeBased();

    /** How many whole units there are from one point to another. */
    long between(Temporal from, Temporal to);
}
