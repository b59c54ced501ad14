package java.time;

import java.io.Serializable;
import java.time.chrono.ChronoLocalDate;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.time.temporal.Temporal;
import java.time.temporal.TemporalAmount;
import java.time.temporal.TemporalUnit;

/** A date of the calendar of today, without time or place. */
public final class LocalDate implements Temporal, ChronoLocalDate, Serializable {

    private static final int LARGEST_YEAR = 999999999;

    /** The first date. */
    public static final LocalDate MIN = new LocalDate(-LARGEST_YEAR, 1, 1);
    /** The last date. */
    public static final LocalDate MAX = new LocalDate(LARGEST_YEAR, 12, 31);
    /** 1 January 1970. */
    public static final LocalDate EPOCH = new LocalDate(1970, 1, 1);

    private final int year;
    private final int month;
    private final int day;

    private LocalDate(int year, int month, int day) {
        this.year = year;
        this.month = month;
        this.day = day;
    }

    /** The date of the machine's clock, which counts from reset. */
    public static LocalDate now() {
        return ofEpochDay(System.nanoTime() / TimePoint.DAY);
    }

    /** Year, month and day. */
    public static LocalDate of(int year, Month month, int day) {
        return of(year, month.getValue(), day);
    }

    /** Year, month and day. */
    public static LocalDate of(int year, int month, int day) {
        TimePoint.Support.check("Year", year, -LARGEST_YEAR, LARGEST_YEAR);
        TimePoint.Support.check("MonthOfYear", month, 1, 12);
        if (day < 1 || day > 31) {
            throw new DateTimeException("Invalid value for DayOfMonth (valid values 1 - 28/31): " + day);
        }
        if (day > Month.length(month, isLeap(year))) {
            throw new DateTimeException(day == 29 ? "Invalid date 'February 29' as '" + year + "' is not a leap year"
                    : "Invalid date '" + Month.of(month).name() + " " + day + "'");
        }
        return new LocalDate(year, month, day);
    }

    /** Year and day of the year. */
    public static LocalDate ofYearDay(int year, int day) {
        TimePoint.Support.check("Year", year, -LARGEST_YEAR, LARGEST_YEAR);
        if (day < 1 || day > 366) {
            throw new DateTimeException("Invalid value for DayOfYear (valid values 1 - 365/366): " + day);
        }
        if (day == 366 && !isLeap(year)) {
            throw new DateTimeException("Invalid date 'DayOfYear 366' as '" + year + "' is not a leap year");
        }
        return ofEpochDay(new LocalDate(year, 1, 1).toEpochDay() + day - 1);
    }

    /** The date a number of days after 1 January 1970. */
    public static LocalDate ofEpochDay(long days) {
        if (days < -365243219162L || days > 365241780471L) {
            throw new DateTimeException("Invalid value for EpochDay (valid values -365243219162 - 365241780471): " + days);
        }
        // Days since 1 March 0000, in eras of 400 years.
        long shifted = days + 719468;
        int era = (int) Math.floorDiv(shifted, 146097L);
        int day = (int) (shifted - era * 146097L);
        int year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
        day -= 365 * year + year / 4 - year / 100;
        int month = (5 * day + 2) / 153;
        day -= (153 * month + 2) / 5 - 1;
        return new LocalDate(era * 400 + year + (month < 10 ? 0 : 1), month < 10 ? month + 3 : month - 9, day);
    }

    /** The date that a text such as {@code 2024-02-29} is. */
    public static LocalDate parse(CharSequence text) {
        return new TimeText(text).wholeDate();
    }

    private static boolean isLeap(int year) {
        return (year & 3) == 0 && (year % 100 != 0 || year % 400 == 0);
    }

    /** The year. */
    public int getYear() {
        return year;
    }

    /** The number of the month, from 1 to 12. */
    public int getMonthValue() {
        return month;
    }

    /** The month. */
    public Month getMonth() {
        return Month.of(month);
    }

    /** The day of the month. */
    public int getDayOfMonth() {
        return day;
    }

    /** The day of the year. */
    public int getDayOfYear() {
        return getMonth().firstDayOfYear(isLeapYear()) + day - 1;
    }

    /** The day of the week. */
    public DayOfWeek getDayOfWeek() {
        return DayOfWeek.of((int) Math.floorMod(toEpochDay() + 3, 7L) + 1);
    }

    /** Whether the year has 366 days. */
    public boolean isLeapYear() {
        return isLeap(year);
    }

    /** Number of days of the month. */
    public int lengthOfMonth() {
        return Month.length(month, isLeap(year));
    }

    /** Number of days of the year. */
    public int lengthOfYear() {
        return isLeap(year) ? 366 : 365;
    }

    /** A date whose day is cut to the month's length. */
    private static LocalDate fitted(int year, int month, int day) {
        int length = Month.length(month, isLeap(year));
        return new LocalDate(year, month, day < length ? day : length);
    }

    /** The same in another year. */
    public LocalDate withYear(int newYear) {
        return fitted(TimePoint.Support.check("Year", newYear, -LARGEST_YEAR, LARGEST_YEAR), month, day);
    }

    /** The same in another month. */
    public LocalDate withMonth(int newMonth) {
        return fitted(year, TimePoint.Support.check("MonthOfYear", newMonth, 1, 12), day);
    }

    /** Another day of the month. */
    public LocalDate withDayOfMonth(int newDay) {
        return of(year, month, newDay);
    }

    /** Another day of the year. */
    public LocalDate withDayOfYear(int newDay) {
        return ofYearDay(year, newDay);
    }

    /** The date an amount later. */
    public LocalDate plus(TemporalAmount amount) {
        return (LocalDate) amount.addTo(this);
    }

    /** The date an amount before. */
    public LocalDate minus(TemporalAmount amount) {
        return (LocalDate) amount.subtractFrom(this);
    }

    @Override
    public LocalDate plus(long amount, TemporalUnit unit) {
        switch ((ChronoUnit) unit) {
            case DAYS:
                return plusDays(amount);
            case WEEKS:
                return plusWeeks(amount);
            case MONTHS:
                return plusMonths(amount);
            case YEARS:
                return plusYears(amount);
            case DECADES:
                return plusYears(Math.multiplyExact(amount, 10L));
            case CENTURIES:
                return plusYears(Math.multiplyExact(amount, 100L));
            case MILLENNIA:
                return plusYears(Math.multiplyExact(amount, 1000L));
            case ERAS:
                int era = year > 0 ? 1 : 0;
                return TimePoint.Support.check("Era", era + amount, 0, 1) == era ? this : withYear(1 - year);
            default:
                throw TimePoint.Support.unsupported(unit);
        }
    }

    @Override
    public LocalDate minus(long amount, TemporalUnit unit) {
        return amount == Long.MIN_VALUE ? plus(Long.MAX_VALUE, unit).plus(1, unit) : plus(-amount, unit);
    }

    /** The date some years later. */
    public LocalDate plusYears(long years) {
        return years == 0 ? this
                : fitted(TimePoint.Support.check("Year", year + years, -LARGEST_YEAR, LARGEST_YEAR), month, day);
    }

    /** The date some months later. */
    public LocalDate plusMonths(long months) {
        if (months == 0) {
            return this;
        }
        long all = year * 12L + (month - 1) + months;
        int newYear = TimePoint.Support.check("Year", Math.floorDiv(all, 12L), -LARGEST_YEAR, LARGEST_YEAR);
        return fitted(newYear, (int) Math.floorMod(all, 12L) + 1, day);
    }

    /** The date some weeks later. */
    public LocalDate plusWeeks(long weeks) {
        return plusDays(Math.multiplyExact(weeks, 7L));
    }

    /** The date some days later. */
    public LocalDate plusDays(long days) {
        if (days == 0) {
            return this;
        }
        long moved = day + days;
        int length = Month.length(month, isLeap(year));
        if (moved > 0 && moved <= length) {
            return new LocalDate(year, month, (int) moved);
        }
        if (moved > length && moved <= length + 28) {
            return month < 12 ? new LocalDate(year, month + 1, (int) moved - length)
                    : of(year + 1, 1, (int) moved - length);
        }
        return ofEpochDay(Math.addExact(toEpochDay(), days));
    }

    /** The date some years before. */
    public LocalDate minusYears(long years) {
        return plusYears(-years);
    }

    /** The date some months before. */
    public LocalDate minusMonths(long months) {
        return plusMonths(-months);
    }

    /** The date some weeks before. */
    public LocalDate minusWeeks(long weeks) {
        return plusWeeks(-weeks);
    }

    /** The date some days before. */
    public LocalDate minusDays(long days) {
        return plusDays(-days);
    }

    /** The date of another point, which must have one. */
    private static LocalDate dateOf(Temporal point) {
        if (point instanceof LocalDate) {
            return (LocalDate) point;
        }
        if (point instanceof LocalDateTime) {
            return ((LocalDateTime) point).toLocalDate();
        }
        throw new DateTimeException("Unable to obtain LocalDate from TemporalAccessor: " + point + " of type "
                + point.getClass().getName());
    }

    @Override
    public long until(Temporal end, TemporalUnit unit) {
        LocalDate other = dateOf(end);
        switch ((ChronoUnit) unit) {
            case DAYS:
                return other.toEpochDay() - toEpochDay();
            case WEEKS:
                return (other.toEpochDay() - toEpochDay()) / 7;
            case MONTHS:
                return monthsUntil(other);
            case YEARS:
                return monthsUntil(other) / 12;
            case DECADES:
                return monthsUntil(other) / 120;
            case CENTURIES:
                return monthsUntil(other) / 1200;
            case MILLENNIA:
                return monthsUntil(other) / 12000;
            case ERAS:
                return (other.year > 0 ? 1 : 0) - (year > 0 ? 1 : 0);
            default:
                throw TimePoint.Support.unsupported(unit);
        }
    }

    /** Whole months. */
    private long monthsUntil(LocalDate end) {
        long months = (long) (end.year - year) * 12 + end.month - month;
        return months > 0 && end.day < day ? months - 1 : months < 0 && end.day > day ? months + 1 : months;
    }

    /** Years, months and days up to another date. */
    public Period until(ChronoLocalDate end) {
        LocalDate other = dateOf(end);
        long months = (long) (other.year - year) * 12 + other.month - month;
        long days = other.day - day;
        if (months > 0 && days < 0) {
            days = other.toEpochDay() - plusMonths(--months).toEpochDay();
        } else if (months < 0 && days > 0) {
            // Back in time, the days of the month that was entered count.
            ++months;
            days -= other.lengthOfMonth();
        }
        return Period.of((int) (months / 12), (int) (months % 12), (int) days);
    }

    /** The date with a time. */
    public LocalDateTime atTime(LocalTime time) {
        return LocalDateTime.of(this, time);
    }

    /** The date with a time. */
    public LocalDateTime atTime(int hour, int minute) {
        return LocalDateTime.of(this, LocalTime.of(hour, minute));
    }

    /** The date with a time. */
    public LocalDateTime atTime(int hour, int minute, int second) {
        return LocalDateTime.of(this, LocalTime.of(hour, minute, second));
    }

    /** The date with midnight, with which it begins. */
    public LocalDateTime atStartOfDay() {
        return LocalDateTime.of(this, LocalTime.MIDNIGHT);
    }

    @Override
    public long toEpochDay() {
        int shifted = month < 3 ? year - 1 : year;
        int era = Math.floorDiv(shifted, 400);
        int inEra = shifted - era * 400;
        int days = inEra * 365 + inEra / 4 - inEra / 100 + (153 * (month < 3 ? month + 9 : month - 3) + 2) / 5 + day - 1;
        return era * 146097L + days - 719468;
    }

    @Override
    public int compareTo(ChronoLocalDate other) {
        LocalDate o = (LocalDate) other;
        return year != o.year ? year - o.year : month != o.month ? month - o.month : day - o.day;
    }

    @Override
    public boolean isBefore(ChronoLocalDate other) {
        return compareTo(other) < 0;
    }

    @Override
    public boolean isAfter(ChronoLocalDate other) {
        return compareTo(other) > 0;
    }

    @Override
    public boolean isEqual(ChronoLocalDate other) {
        return compareTo(other) == 0;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LocalDate && compareTo((LocalDate) other) == 0;
    }

    @Override
    public int hashCode() {
        return (year & 0xfffff800) ^ (year << 11) + (month << 6) + day;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(10);
        int size = Math.abs(year);
        if (year < 0) {
            text.append('-');
        } else if (year > 9999) {
            text.append('+');
        }
        if (size < 1000) {
            text.append(Integer.toString(10000 + size), 1, 5);
        } else {
            text.append(size);
        }
        text.append('-');
        TimePoint.Support.two(text, month);
        text.append('-');
        TimePoint.Support.two(text, day);
        return text.toString();
    }
}
