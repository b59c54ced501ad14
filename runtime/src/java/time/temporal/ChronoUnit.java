package java.time.temporal;

import java.time.Duration;

/** Units of time. */
public enum ChronoUnit implements TemporalUnit {
    /** Nanoseconds. */
    NANOS("Nanos", 0, 1),
    /** Microseconds. */
    MICROS("Micros", 0, 1000),
    /** Milliseconds. */
    MILLIS("Millis", 0, 1000000),
    /** Seconds. */
    SECONDS("Seconds", 1, 0),
    /** Minutes. */
    MINUTES("Minutes", 60, 0),
    /** Hours. */
    HOURS("Hours", 3600, 0),
    /** Half days. */
    HALF_DAYS("HalfDays", 43200, 0),
    /** Days. */
    DAYS("Days", 86400, 0),
    /** Weeks. */
    WEEKS("Weeks", 604800, 0),
    /** Months. */
    MONTHS("Months", 2629746, 0),
    /** Years. */
    YEARS("Years", 31556952, 0),
    /** Ten years. */
    DECADES("Decades", 315569520, 0),
    /** A hundred years. */
    CENTURIES("Centuries", 3155695200L, 0),
    /** A thousand years. */
    MILLENNIA("Millennia", 31556952000L, 0),
    /** From one era to the next. */
    ERAS("Eras", 31556952000000000L, 0),
    /** Without end. */
    FOREVER("Forever", Long.MAX_VALUE, 999999999);

    private final String title;
    private final long seconds;
    private final int nanos;

    ChronoUnit(String title, long seconds, int nanos) {
        this.title = title;
        this.seconds = seconds;
        this.nanos = nanos;
    }

    @Override
    public Duration getDuration() {
        return Duration.ofSeconds(seconds, nanos);
    }

    @Override
    public boolean isDurationEstimated() {
        return ordinal() >= DAYS.ordinal();
    }

    @Override
    public boolean isDateBased() {
        return ordinal() >= DAYS.ordinal() && this != FOREVER;
    }

    @Override
    public boolean isTimeBased() {
        return ordinal() < DAYS.ordinal();
    }

    @Override
    public long between(Temporal from, Temporal to) {
        return from.until(to, this);
    }

    @Override
    public String toString() {
        return title;
    }
}
