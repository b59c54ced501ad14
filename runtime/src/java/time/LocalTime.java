package java.time;

import java.io.Serializable;
import java.time.temporal.ChronoUnit;
import java.time.temporal.Temporal;
import java.time.temporal.TemporalAmount;
import java.time.temporal.TemporalUnit;

/** A time of the day. */
public final class LocalTime implements Temporal, Comparable<LocalTime>, TimePoint, Serializable {

    /** The first time of a day. */
    public static final LocalTime MIN = new LocalTime(0, 0);
    /** The last time of a day. */
    public static final LocalTime MAX = new LocalTime(86399, 999999999);
    /** The beginning of a day. */
    public static final LocalTime MIDNIGHT = MIN;
    /** The middle of a day. */
    public static final LocalTime NOON = new LocalTime(43200, 0);

    /** Seconds of the day. */
    private final int seconds;
    private final int nanos;

    private LocalTime(int seconds, int nanos) {
        this.seconds = seconds;
        this.nanos = nanos;
    }

    /** The time of the machine's clock, which counts from reset. */
    public static LocalTime now() {
        return ofNanoOfDay(System.nanoTime() % DAY);
    }

    /** Hour and minute. */
    public static LocalTime of(int hour, int minute) {
        return of(hour, minute, 0, 0);
    }

    /** Hour, minute and second. */
    public static LocalTime of(int hour, int minute, int second) {
        return of(hour, minute, second, 0);
    }

    /** Hour, minute, second and nanosecond. */
    public static LocalTime of(int hour, int minute, int second, int nano) {
        Support.check("HourOfDay", hour, 0, 23);
        Support.check("MinuteOfHour", minute, 0, 59);
        Support.check("SecondOfMinute", second, 0, 59);
        Support.check("NanoOfSecond", nano, 0, 999999999);
        return new LocalTime(hour * 3600 + minute * 60 + second, nano);
    }

    /** A number of seconds after midnight. */
    public static LocalTime ofSecondOfDay(long second) {
        return new LocalTime(Support.check("SecondOfDay", second, 0, 86399), 0);
    }

    /** A number of nanoseconds after midnight. */
    public static LocalTime ofNanoOfDay(long nano) {
        if (nano < 0 || nano >= DAY) {
            throw new DateTimeException("Invalid value for NanoOfDay (valid values 0 - " + (DAY - 1) + "): " + nano);
        }
        return new LocalTime((int) (nano / BILLION), (int) (nano % BILLION));
    }

    /** The time that a text such as {@code 10:15:30.5} is. */
    public static LocalTime parse(CharSequence text) {
        return new TimeText(text).wholeTime();
    }

    /** The hour. */
    public int getHour() {
        return seconds / 3600;
    }

    /** The minute of the hour. */
    public int getMinute() {
        return seconds / 60 % 60;
    }

    /** The second of the minute. */
    public int getSecond() {
        return seconds % 60;
    }

    @Override
    public int getNano() {
        return nanos;
    }

    @Override
    public long seconds() {
        return seconds;
    }

    /** Seconds since midnight. */
    public int toSecondOfDay() {
        return seconds;
    }

    /** Nanoseconds since midnight. */
    public long toNanoOfDay() {
        return (long) seconds * BILLION + nanos;
    }

    /** The same in another hour. */
    public LocalTime withHour(int hour) {
        return of(hour, getMinute(), getSecond(), nanos);
    }

    /** The same in another minute. */
    public LocalTime withMinute(int minute) {
        return of(getHour(), minute, getSecond(), nanos);
    }

    /** The same in another second. */
    public LocalTime withSecond(int second) {
        return of(getHour(), getMinute(), second, nanos);
    }

    /** The same in another nanosecond. */
    public LocalTime withNano(int nano) {
        return of(getHour(), getMinute(), getSecond(), nano);
    }

    /** Cut to whole units. */
    public LocalTime truncatedTo(TemporalUnit unit) {
        return ofNanoOfDay(Support.truncated(toNanoOfDay(), unit));
    }

    /** The time an amount later. */
    public LocalTime plus(TemporalAmount amount) {
        return (LocalTime) amount.addTo(this);
    }

    /** The time an amount before. */
    public LocalTime minus(TemporalAmount amount) {
        return (LocalTime) amount.subtractFrom(this);
    }

    @Override
    public LocalTime plus(long amount, TemporalUnit unit) {
        if (!unit.isTimeBased()) {
            throw Support.unsupported(unit);
        }
        long moved = Support.nanos(amount % Support.perDay(unit), unit);
        return moved == 0 ? this : ofNanoOfDay((toNanoOfDay() + moved + DAY) % DAY);
    }

    @Override
    public LocalTime minus(long amount, TemporalUnit unit) {
        if (!unit.isTimeBased()) {
            throw Support.unsupported(unit);
        }
        return plus(-(amount % Support.perDay(unit)), unit);
    }

    /** Hours more. */
    public LocalTime plusHours(long hours) {
        return plus(hours, ChronoUnit.HOURS);
    }

    /** Hours less. */
    public LocalTime minusHours(long hours) {
        return minus(hours, ChronoUnit.HOURS);
    }

    /** Minutes more. */
    public LocalTime plusMinutes(long minutes) {
        return plus(minutes, ChronoUnit.MINUTES);
    }

    /** Minutes less. */
    public LocalTime minusMinutes(long minutes) {
        return minus(minutes, ChronoUnit.MINUTES);
    }

    /** Seconds more. */
    public LocalTime plusSeconds(long seconds) {
        return plus(seconds, ChronoUnit.SECONDS);
    }

    /** Seconds less. */
    public LocalTime minusSeconds(long seconds) {
        return minus(seconds, ChronoUnit.SECONDS);
    }

    /** Nanos more. */
    public LocalTime plusNanos(long nanos) {
        return plus(nanos, ChronoUnit.NANOS);
    }

    /** Nanos less. */
    public LocalTime minusNanos(long nanos) {
        return minus(nanos, ChronoUnit.NANOS);
    }

    @Override
    public long until(Temporal end, TemporalUnit unit) {
        LocalTime other;
        if (end instanceof LocalDateTime) {
            other = ((LocalDateTime) end).toLocalTime();
        } else if (end instanceof LocalTime) {
            other = (LocalTime) end;
        } else {
            throw new DateTimeException("Unable to obtain LocalTime from TemporalAccessor: " + end + " of type "
                    + end.getClass().getName());
        }
        if (!unit.isTimeBased()) {
            throw Support.unsupported(unit);
        }
        return Support.count(this, other, unit);
    }

    /** The time on a date. */
    public LocalDateTime atDate(LocalDate date) {
        return LocalDateTime.of(date, this);
    }

    @Override
    public int compareTo(LocalTime other) {
        if (seconds == other.seconds) {
            return Integer.compare(nanos, other.nanos);
        }
        return seconds < other.seconds ? -1 : 1;
    }

    /** Whether this comes before another time. */
    public boolean isBefore(LocalTime other) {
        return compareTo(other) < 0;
    }

    /** Whether this comes after another time. */
    public boolean isAfter(LocalTime other) {
        return compareTo(other) > 0;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LocalTime && compareTo((LocalTime) other) == 0;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(toNanoOfDay());
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(18);
        appendTo(text);
        return text.toString();
    }

    void appendTo(StringBuilder text) {
        Support.two(text, getHour());
        text.append(':');
        Support.two(text, getMinute());
        if (getSecond() != 0 || nanos != 0) {
            text.append(':');
            Support.two(text, getSecond());
        }
        if (nanos != 0) {
            int length = nanos % 1000000 == 0 ? 4 : nanos % 1000 == 0 ? 7 : 10;
            text.append('.').append(Integer.toString(BILLION + nanos), 1, length);
        }
    }
}
