package java.time.chrono;

import java.time.temporal.TemporalAmount;

/** An amount of years, months and days of a calendar. */
public interface ChronoPeriod extends TemporalAmount {

    /** Whether it is nothing. */
    boolean isZero();

    /** Whether one of its parts is less than nothing. */
    boolean isNegative();
}
