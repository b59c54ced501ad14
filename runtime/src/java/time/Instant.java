package java.time;

import java.io.Serializable;
import java.time.temporal.ChronoUnit;
import java.time.temporal.Temporal;
import java.time.temporal.TemporalAmount;
import java.time.temporal.TemporalUnit;

/** A point in time: seconds and nanoseconds since the beginning of 1970, or, from the machine's clock, since reset. */
public final class Instant implements Temporal, Comparable<Instant>, TimePoint, Serializable {

    /** The beginning of 1970. */
    public static final Instant EPOCH = new Instant(0, 0);

    private final long seconds;
    private final int nanos;

    private Instant(long seconds, int nanos) {
        this.seconds = seconds;
        this.nanos = nanos;
    }

    /** The time that the clock shows. */
    public static Instant now() {
        return of(Duration.ofNanos(System.nanoTime()));
    }

    private static Instant of(Duration duration) {
        if (duration.getSeconds() < -31557014167219200L || duration.getSeconds() > 31556889864403199L) {
            throw new DateTimeException("Instant exceeds minimum or maximum instant");
        }
        return new Instant(duration.getSeconds(), duration.getNano());
    }

    /** A number of seconds after the beginning of 1970. */
    public static Instant ofEpochSecond(long seconds) {
        return of(Duration.ofSeconds(seconds));
    }

    /** A number of seconds and any number of nanoseconds after the beginning of 1970. */
    public static Instant ofEpochSecond(long seconds, long nanos) {
        return of(Duration.ofSeconds(seconds, nanos));
    }

    /** A number of milliseconds after the beginning of 1970. */
    public static Instant ofEpochMilli(long millis) {
        return of(Duration.ofMillis(millis));
    }

    private Duration sinceEpoch() {
        return Duration.ofSeconds(seconds, nanos);
    }

    /** The whole seconds since the beginning of 1970. */
    public long getEpochSecond() {
        return seconds;
    }

    @Override
    public long seconds() {
        return seconds;
    }

    @Override
    public int getNano() {
        return nanos;
    }

    /** The whole milliseconds since the beginning of 1970. */
    public long toEpochMilli() {
        return sinceEpoch().toMillis();
    }

    private static Duration check(TemporalAmount amount) {
        if (!(amount instanceof Duration)) {
            throw new DateTimeException("not a Duration");
        }
        return (Duration) amount;
    }

    /** The point a duration later. */
    public Instant plus(TemporalAmount amount) {
        return of(sinceEpoch().plus(check(amount)));
    }

    @Override
    public Instant plus(long amount, TemporalUnit unit) {
        return of(sinceEpoch().plus(amount, unit));
    }

    /** The point a duration before. */
    public Instant minus(TemporalAmount amount) {
        return of(sinceEpoch().minus(check(amount)));
    }

    @Override
    public Instant minus(long amount, TemporalUnit unit) {
        return of(sinceEpoch().minus(amount, unit));
    }

    /** The point some seconds later. */
    public Instant plusSeconds(long seconds) {
        return of(sinceEpoch().plusSeconds(seconds));
    }

    /** The point some seconds before. */
    public Instant minusSeconds(long seconds) {
        return of(sinceEpoch().minusSeconds(seconds));
    }

    /** The point some millis later. */
    public Instant plusMillis(long millis) {
        return of(sinceEpoch().plusMillis(millis));
    }

    /** The point some millis before. */
    public Instant minusMillis(long millis) {
        return of(sinceEpoch().minusMillis(millis));
    }

    /** The point some nanos later. */
    public Instant plusNanos(long nanos) {
        return of(sinceEpoch().plusNanos(nanos));
    }

    /** The point some nanos before. */
    public Instant minusNanos(long nanos) {
        return of(sinceEpoch().minusNanos(nanos));
    }

    @Override
    public long until(Temporal end, TemporalUnit unit) {
        if (!(end instanceof Instant)) {
            throw new DateTimeException("Unable to obtain Instant from TemporalAccessor: " + end + " of type "
                    + end.getClass().getName());
        }
        if (!unit.isTimeBased() && unit != ChronoUnit.DAYS) {
            throw Support.unsupported(unit);
        }
        if (unit == ChronoUnit.MILLIS) {
            return Math.subtractExact(((Instant) end).toEpochMilli(), toEpochMilli());
        }
        return Support.count(this, (Instant) end, unit);
    }

    /** Whether this comes before another point. */
    public boolean isBefore(Instant other) {
        return compareTo(other) < 0;
    }

    /** Whether this comes after another point. */
    public boolean isAfter(Instant other) {
        return compareTo(other) > 0;
    }

    @Override
    public int compareTo(Instant other) {
        return seconds != other.seconds ? Long.compare(seconds, other.seconds) : nanos - other.nanos;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Instant && compareTo((Instant) other) == 0;
    }

    @Override
    public int hashCode() {
        return (int) (seconds ^ seconds >>> 32) + 51 * nanos;
    }

    /** The day of the calendar and the time of the day. */
    @Override
    public String toString() {
        long days = Math.floorDiv(seconds, 86400);
        int time = (int) Math.floorMod(seconds, 86400L);
        // Days since 1 March 0000, in eras of 400 years.
        long shifted = days + 719468;
        long era = Math.floorDiv(shifted, 146097);
        int day = (int) Math.floorMod(shifted, 146097L);
        int year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
        day -= 365 * year + year / 4 - year / 100;
        int month = (5 * day + 2) / 153;
        day -= (153 * month + 2) / 5 - 1;
        long number = era * 400 + year + (month < 10 ? 0 : 1);
        StringBuilder text = new StringBuilder();
        if (number < 0) {
            text.append('-');
        } else if (number > 9999) {
            text.append('+');
        }
        String digits = Long.toString(Math.abs(number));
        for (int i = digits.length(); i < 4; ++i) {
            text.append('0');
        }
        text.append(digits);
        two(text, '-', month < 10 ? month + 3 : month - 9);
        two(text, '-', day);
        two(text, 'T', time / 3600);
        two(text, ':', time / 60 % 60);
        two(text, ':', time % 60);
        if (nanos != 0) {
            int length = nanos % 1000000 == 0 ? 4 : nanos % 1000 == 0 ? 7 : 10;
            text.append('.').append(Integer.toString(1000000000 + nanos), 1, length);
        }
        return text.append('Z').toString();
    }

    private static void two(StringBuilder text, char before, int number) {
        text.append(before).append((char) ('0' + number / 10)).append((char) ('0' + number % 10));
    }
}
