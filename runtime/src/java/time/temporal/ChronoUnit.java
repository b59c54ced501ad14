package java.time.temporal;

import java.time.Duration;

/** Units of time up to days. */
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
    DAYS("Days", 86400, 0);

    private final String title;
    private final int seconds;
    private final int nanos;

    ChronoUnit(String title, int seconds, int nanos) {
        this.title = title;
        this.seconds = seconds;
        this.nanos = nanos;
    }

    @Override
    public Duration getDuration() {
        return Duration.ofSeconds(seconds, nanos);
    }

    @Override
    public String toString() {
        return title;
    }
}
