import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.Period;
import java.time.chrono.ChronoLocalDate;
import java.time.chrono.ChronoLocalDateTime;
import java.time.chrono.ChronoPeriod;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.time.temporal.UnsupportedTemporalTypeException;
import java.util.HashMap;
import java.util.Map;

/** Dates, times of the day, periods and durations. */
public class Calendars {

    static void dates() {
        LocalDate leap = LocalDate.of(2024, Month.FEBRUARY, 29);
        LocalDate end = LocalDate.parse("2025-12-31");
        System.out.println(leap + " " + leap.getDayOfWeek() + " " + leap.getDayOfYear() + " " + leap.lengthOfYear());
        System.out.println(leap.plusYears(1) + " " + leap.plusMonths(12) + " " + end.plusMonths(2) + " " + end.minusDays(700));
        System.out.println(leap.withMonth(1).withDayOfMonth(31) + " " + LocalDate.ofYearDay(2023, 365) + " "
                + LocalDate.ofEpochDay(-1) + " " + leap.toEpochDay() + " " + leap.hashCode());
        System.out.println(ChronoUnit.DAYS.between(leap, end) + " " + ChronoUnit.WEEKS.between(leap, end) + " "
                + ChronoUnit.MONTHS.between(end, leap) + " " + leap.until(end, ChronoUnit.YEARS));
        Period period = Period.between(leap, end);
        ChronoPeriod back = end.until(leap);
        System.out.println(period + " " + back + " " + back.isNegative() + " " + leap.plus(period) + " " + end.minus(period));
        ChronoLocalDate other = end;
        System.out.println(leap.isBefore(other) + " " + leap.compareTo(other) + " " + leap.isEqual(leap));
        System.out.println(Period.parse("P1Y2M3W4D").negated() + " " + Period.of(1, 14, 3).normalized() + " " + Period.ZERO);
        Map<LocalDate, String> days = new HashMap<>();
        for (int i = 0; i < 5; ++i) {
            days.put(leap.plusDays(i * 31), DayOfWeek.of(i + 1).plus(i).toString());
        }
        System.out.println(days);
    }

    static void times() {
        LocalTime morning = LocalTime.of(8, 5);
        LocalTime noon = LocalTime.parse("12:30:15.250");
        System.out.println(morning + " " + noon + " " + noon.plusMinutes(700) + " " + morning.minusHours(9) + " "
                + noon.truncatedTo(ChronoUnit.MINUTES) + " " + noon.toSecondOfDay() + " " + noon.hashCode());
        System.out.println(Duration.between(morning, noon) + " " + ChronoUnit.MINUTES.between(noon, morning) + " "
                + morning.isBefore(noon));
        LocalDateTime start = LocalDate.of(1999, 12, 31).atTime(23, 59, 59);
        LocalDateTime later = start.plus(Duration.ofMillis(1500)).plusHours(25);
        System.out.println(start + " " + later + " " + later.minusWeeks(1).withHour(3) + " " + later.toLocalTime());
        System.out.println(Duration.between(start, later) + " " + ChronoUnit.DAYS.between(start, later) + " "
                + start.until(later, ChronoUnit.MICROS) + " " + LocalDateTime.parse("2024-02-29T10:15").getMonth());
        ChronoLocalDateTime<?> other = later;
        System.out.println(start.isAfter(other) + " " + start.hashCode());
        System.out.println(Instant.EPOCH.until(Instant.ofEpochSecond(100000), ChronoUnit.HOURS) + " "
                + Month.of(3).minus(4) + " " + Month.MAY.firstDayOfYear(true) + " " + Month.JUNE.length(false));
    }

    interface Action {

        Object run();
    }

    static void fails(Action action) {
        try {
            System.out.println(action.run());
        } catch (DateTimeParseException e) {
            System.out.println(e.getMessage() + " @" + e.getErrorIndex());
        } catch (UnsupportedTemporalTypeException e) {
            System.out.println("unit: " + e.getMessage());
        } catch (DateTimeException e) {
            System.out.println(e.getMessage());
        }
    }

    public static void main(String[] args) {
        dates();
        times();
        fails(() -> LocalDate.of(2023, 2, 29));
        fails(() -> LocalDate.of(2023, 4, 31));
        fails(() -> LocalDate.of(2023, 13, 1));
        fails(() -> LocalDate.parse("2023-4-01"));
        fails(() -> LocalDate.parse("2023-02-30"));
        fails(() -> LocalDateTime.parse("2023-02-28T10:15x"));
        fails(() -> LocalTime.of(24, 0));
        fails(() -> LocalTime.NOON.plus(1, ChronoUnit.DAYS));
        fails(() -> LocalDate.EPOCH.plus(Duration.ofHours(1)));
        fails(() -> DayOfWeek.of(8));
    }
}
