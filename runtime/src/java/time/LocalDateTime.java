package java.time;

import java.io.Serializable;
import java.time.chrono.ChronoLocalDateTime;
import java.time.temporal.ChronoUnit;
import java.time.temporal.Temporal;
import java.time.temporal.TemporalAmount;
import java.time.temporal.TemporalUnit;
import java.util.Objects;

/** A date with a time of the day, without place. */
public final class LocalDateTime implements Temporal, ChronoLocalDateTime<LocalDate>, TimePoint, Serializable {

    /** The first point. */
    public static final LocalDateTime MIN = new LocalDateTime(LocalDate.MIN, LocalTime.MIN);
    /** The last point. */
    public static final LocalDateTime MAX = new LocalDateTime(LocalDate.MAX, LocalTime.MAX);

    private final LocalDate date;
    private final LocalTime time;

    private LocalDateTime(LocalDate date, LocalTime time) {
        this.date = date;
        this.time = time;
    }

    /** What the machine's clock shows, which counts from reset. */
    public static LocalDateTime now() {
        long nanos = System.nanoTime();
        return new LocalDateTime(LocalDate.ofEpochDay(nanos / DAY), LocalTime.ofNanoOfDay(nanos % DAY));
    }

    /** Date and time. */
    public static LocalDateTime of(LocalDate date, LocalTime time) {
        return new LocalDateTime(Objects.requireNonNull(date, "date"), Objects.requireNonNull(time, "time"));
    }

    /** Date and time. */
    public static LocalDateTime of(int year, int month, int day, int hour, int minute) {
        return new LocalDateTime(LocalDate.of(year, month, day), LocalTime.of(hour, minute));
    }

    /** Date and time. */
    public static LocalDateTime of(int year, int month, int day, int hour, int minute, int second) {
        return new LocalDateTime(LocalDate.of(year, month, day), LocalTime.of(hour, minute, second));
    }

    /** Date and time. */
    public static LocalDateTime of(int year, int month, int day, int hour, int minute, int second, int nano) {
        return new LocalDateTime(LocalDate.of(year, month, day), LocalTime.of(hour, minute, second, nano));
    }

    /** Date and time. */
    public static LocalDateTime of(int year, Month month, int day, int hour, int minute) {
        return new LocalDateTime(LocalDate.of(year, month, day), LocalTime.of(hour, minute));
    }

    /** Date and time. */
    public static LocalDateTime of(int year, Month month, int day, int hour, int minute, int second) {
        return new LocalDateTime(LocalDate.of(year, month, day), LocalTime.of(hour, minute, second));
    }

    /** Date and time. */
    public static LocalDateTime of(int year, Month month, int day, int hour, int minute, int second, int nano) {
        return new LocalDateTime(LocalDate.of(year, month, day), LocalTime.of(hour, minute, second, nano));
    }

    /** The point that a text such as {@code 2024-02-29T10:15:30.5} is. */
    public static LocalDateTime parse(CharSequence text) {
        return new TimeText(text).wholePoint();
    }

    @Override
    public LocalDate toLocalDate() {
        return date;
    }

    @Override
    public LocalTime toLocalTime() {
        return time;
    }

    /** The year. */
    public int getYear() {
        return date.getYear();
    }

    /** The number of the month, from 1 to 12. */
    public int getMonthValue() {
        return date.getMonthValue();
    }

    /** The month. */
    public Month getMonth() {
        return date.getMonth();
    }

    /** The day of the month. */
    public int getDayOfMonth() {
        return date.getDayOfMonth();
    }

    /** The day of the year. */
    public int getDayOfYear() {
        return date.getDayOfYear();
    }

    /** The day of the week. */
    public DayOfWeek getDayOfWeek() {
        return date.getDayOfWeek();
    }

    /** The hour. */
    public int getHour() {
        return time.getHour();
    }

    /** The minute of the hour. */
    public int getMinute() {
        return time.getMinute();
    }

    /** The second of the minute. */
    public int getSecond() {
        return time.getSecond();
    }

    @Override
    public int getNano() {
        return time.getNano();
    }

    @Override
    public long seconds() {
        return date.toEpochDay() * 86400 + time.toSecondOfDay();
    }

    private LocalDateTime with(LocalDate newDate, LocalTime newTime) {
        return new LocalDateTime(newDate, newTime);
    }

    /** The same with another year. */
    public LocalDateTime withYear(int year) {
        return with(date.withYear(year), time);
    }

    /** The same with another month. */
    public LocalDateTime withMonth(int month) {
        return with(date.withMonth(month), time);
    }

    /** The same with another day of the month. */
    public LocalDateTime withDayOfMonth(int day) {
        return with(date.withDayOfMonth(day), time);
    }

    /** The same with another day of the year. */
    public LocalDateTime withDayOfYear(int day) {
        return with(date.withDayOfYear(day), time);
    }

    /** The same with another hour. */
    public LocalDateTime withHour(int hour) {
        return with(date, time.withHour(hour));
    }

    /** The same with another minute. */
    public LocalDateTime withMinute(int minute) {
        return with(date, time.withMinute(minute));
    }

    /** The same with another second. */
    public LocalDateTime withSecond(int second) {
        return with(date, time.withSecond(second));
    }

    /** The same with another nano. */
    public LocalDateTime withNano(int nano) {
        return with(date, time.withNano(nano));
    }

    /** Cut to whole units. */
    public LocalDateTime truncatedTo(TemporalUnit unit) {
        return with(date, time.truncatedTo(unit));
    }

    /** The point an amount later. */
    public LocalDateTime plus(TemporalAmount amount) {
        return (LocalDateTime) amount.addTo(this);
    }

    /** The point an amount before. */
    public LocalDateTime minus(TemporalAmount amount) {
        return (LocalDateTime) amount.subtractFrom(this);
    }

    @Override
    public LocalDateTime plus(long amount, TemporalUnit unit) {
        if (!unit.isTimeBased()) {
            return with(date.plus(amount, unit), time);
        }
        long perDay = Support.perDay(unit);
        long nanos = time.toNanoOfDay() + Support.nanos(amount % perDay, unit);
        long days = amount / perDay + Math.floorDiv(nanos, DAY);
        return with(date.plusDays(days), LocalTime.ofNanoOfDay(Math.floorMod(nanos, DAY)));
    }

    @Override
    public LocalDateTime minus(long amount, TemporalUnit unit) {
        return amount == Long.MIN_VALUE ? plus(Long.MAX_VALUE, unit).plus(1, unit) : plus(-amount, unit);
    }

    /** Years more. */
    public LocalDateTime plusYears(long years) {
        return plus(years, ChronoUnit.YEARS);
    }

    /** Years less. */
    public LocalDateTime minusYears(long years) {
        return minus(years, ChronoUnit.YEARS);
    }

    /** Months more. */
    public LocalDateTime plusMonths(long months) {
        return plus(months, ChronoUnit.MONTHS);
    }

    /** Months less. */
    public LocalDateTime minusMonths(long months) {
        return minus(months, ChronoUnit.MONTHS);
    }

    /** Weeks more. */
    public LocalDateTime plusWeeks(long weeks) {
        return plus(weeks, ChronoUnit.WEEKS);
    }

    /** Weeks less. */
    public LocalDateTime minusWeeks(long weeks) {
        return minus(weeks, ChronoUnit.WEEKS);
    }

    /** Days more. */
    public LocalDateTime plusDays(long days) {
        return plus(days, ChronoUnit.DAYS);
    }

    /** Days less. */
    public LocalDateTime minusDays(long days) {
        return minus(days, ChronoUnit.DAYS);
    }

    /** Hours more. */
    public LocalDateTime plusHours(long hours) {
        return plus(hours, ChronoUnit.HOURS);
    }

    /** Hours less. */
    public LocalDateTime minusHours(long hours) {
        return minus(hours, ChronoUnit.HOURS);
    }

    /** Minutes more. */
    public LocalDateTime plusMinutes(long minutes) {
        return plus(minutes, ChronoUnit.MINUTES);
    }

    /** Minutes less. */
    public LocalDateTime minusMinutes(long minutes) {
        return minus(minutes, ChronoUnit.MINUTES);
    }

    /** Seconds more. */
    public LocalDateTime plusSeconds(long seconds) {
        return plus(seconds, ChronoUnit.SECONDS);
    }

    /** Seconds less. */
    public LocalDateTime minusSeconds(long seconds) {
        return minus(seconds, ChronoUnit.SECONDS);
    }

    /** Nanos more. */
    public LocalDateTime plusNanos(long nanos) {
        return plus(nanos, ChronoUnit.NANOS);
    }

    /** Nanos less. */
    public LocalDateTime minusNanos(long nanos) {
        return minus(nanos, ChronoUnit.NANOS);
    }

    @Override
    public long until(Temporal end, TemporalUnit unit) {
        if (!(end instanceof LocalDateTime)) {
            throw new DateTimeException("Unable to obtain LocalDateTime from TemporalAccessor: " + end + " of type "
                    + end.getClass().getName());
        }
        LocalDateTime other = (LocalDateTime) end;
        if (unit.isTimeBased()) {
            return Support.count(this, other, unit);
        }
        LocalDate last = other.date;
        if (last.isAfter(date) && other.time.isBefore(time)) {
            last = last.minusDays(1);
        } else if (last.isBefore(date) && other.time.isAfter(time)) {
            last = last.plusDays(1);
        }
        return date.until(last, unit);
    }

    @Override
    public int compareTo(ChronoLocalDateTime<?> other) {
        LocalDateTime o = (LocalDateTime) other;
        int side = date.compareTo(o.date);
        return side != 0 ? side : time.compareTo(o.time);
    }

    @Override
    public boolean isBefore(ChronoLocalDateTime<?> other) {
        return compareTo(other) < 0;
    }

    @Override
    public boolean isAfter(ChronoLocalDateTime<?> other) {
        return compareTo(other) > 0;
    }

    @Override
    public boolean isEqual(ChronoLocalDateTime<?> other) {
        return compareTo(other) == 0;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LocalDateTime && compareTo((LocalDateTime) other) == 0;
    }

    @Override
    public int hashCode() {
        return date.hashCode() ^ time.hashCode();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(29).append(date.toString()).append('T');
        time.appendTo(text);
        return text.toString();
    }
}
