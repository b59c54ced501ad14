package java.time;

import java.io.Serializable;
import java.time.chrono.ChronoPeriod;
import java.time.temporal.ChronoUnit;
import java.time.temporal.Temporal;
import java.time.temporal.TemporalAmount;

/** An amount of years, months and days. */
public final class Period implements ChronoPeriod, Serializable {

    /** Nothing. */
    public static final Period ZERO = new Period(0, 0, 0);

    private final int years;
    private final int months;
    private final int days;

    private Period(int years, int months, int days) {
        this.years = years;
        this.months = months;
        this.days = days;
    }

    /** Years, months and days. */
    public static Period of(int years, int months, int days) {
        return new Period(years, months, days);
    }

    /** Years. */
    public static Period ofYears(int years) {
        return new Period(years, 0, 0);
    }

    /** Months. */
    public static Period ofMonths(int months) {
        return new Period(0, months, 0);
    }

    /** Weeks, as days. */
    public static Period ofWeeks(int weeks) {
        return new Period(0, 0, Math.multiplyExact(weeks, 7));
    }

    /** Days. */
    public static Period ofDays(int days) {
        return new Period(0, 0, days);
    }

    /** Years, months and days from one date to another. */
    public static Period between(LocalDate from, LocalDate to) {
        return from.until(to);
    }

    /** The period that a text such as {@code P1Y2M3W4D} is. */
    public static Period parse(CharSequence text) {
        AmountText amount = new AmountText(text, "Period");
        int[] parts = new int[4];
        for (int next = 0; amount.hasMore();) {
            String number = amount.number("+-0123456789");
            int which = "YMWD".indexOf(amount.letter());
            if (which < next) {
                throw amount.fault(null);
            }
            try {
                parts[which] = Math.multiplyExact(Integer.parseInt(number), amount.sign);
            } catch (NumberFormatException | ArithmeticException e) {
                throw amount.fault(e);
            }
            next = which + 1;
        }
        return new Period(parts[0], parts[1], Math.addExact(parts[3], Math.multiplyExact(parts[2], 7)));
    }

    /** The years. */
    public int getYears() {
        return years;
    }

    /** The months beyond the years. */
    public int getMonths() {
        return months;
    }

    /** The days beyond the months. */
    public int getDays() {
        return days;
    }

    @Override
    public boolean isZero() {
        return (years | months | days) == 0;
    }

    @Override
    public boolean isNegative() {
        return (years | months | days) < 0;
    }

    private static Period of(TemporalAmount amount) {
        if (!(amount instanceof Period)) {
            throw new DateTimeException("Unit must be Years, Months or Days, but was Seconds");
        }
        return (Period) amount;
    }

    /** The sum. */
    public Period plus(TemporalAmount amount) {
        Period other = of(amount);
        return new Period(Math.addExact(years, other.years), Math.addExact(months, other.months),
                Math.addExact(days, other.days));
    }

    /** The difference. */
    public Period minus(TemporalAmount amount) {
        Period other = of(amount);
        return new Period(Math.subtractExact(years, other.years), Math.subtractExact(months, other.months),
                Math.subtractExact(days, other.days));
    }

    /** Years more. */
    public Period plusYears(long more) {
        return new Period(Math.toIntExact(Math.addExact((long) years, more)), months, days);
    }

    /** Months more. */
    public Period plusMonths(long more) {
        return new Period(years, Math.toIntExact(Math.addExact((long) months, more)), days);
    }

    /** Days more. */
    public Period plusDays(long more) {
        return new Period(years, months, Math.toIntExact(Math.addExact((long) days, more)));
    }

    /** Years less. */
    public Period minusYears(long less) {
        return new Period(Math.toIntExact(Math.subtractExact((long) years, less)), months, days);
    }

    /** Months less. */
    public Period minusMonths(long less) {
        return new Period(years, Math.toIntExact(Math.subtractExact((long) months, less)), days);
    }

    /** Days less. */
    public Period minusDays(long less) {
        return new Period(years, months, Math.toIntExact(Math.subtractExact((long) days, less)));
    }

    /** The same with other years. */
    public Period withYears(int newYears) {
        return new Period(newYears, months, days);
    }

    /** The same with other months. */
    public Period withMonths(int newMonths) {
        return new Period(years, newMonths, days);
    }

    /** The same with other days. */
    public Period withDays(int newDays) {
        return new Period(years, months, newDays);
    }

    /** The product. */
    public Period multipliedBy(int factor) {
        return new Period(Math.multiplyExact(years, factor), Math.multiplyExact(months, factor),
                Math.multiplyExact(days, factor));
    }

    /** The other direction. */
    public Period negated() {
        return multipliedBy(-1);
    }

    /** Years and months as months. */
    public long toTotalMonths() {
        return years * 12L + months;
    }

    /** The same with less than twelve months. */
    public Period normalized() {
        long total = toTotalMonths();
        return new Period(Math.toIntExact(total / 12), (int) (total % 12), days);
    }

    @Override
    public Temporal addTo(Temporal point) {
        return moved(point, 1);
    }

    @Override
    public Temporal subtractFrom(Temporal point) {
        return moved(point, -1);
    }

    private Temporal moved(Temporal point, int sign) {
        Temporal moved = point;
        if (months == 0 && years != 0) {
            moved = moved.plus((long) years * sign, ChronoUnit.YEARS);
        } else if (toTotalMonths() != 0) {
            moved = moved.plus(toTotalMonths() * sign, ChronoUnit.MONTHS);
        }
        return days == 0 ? moved : moved.plus((long) days * sign, ChronoUnit.DAYS);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Period && years == ((Period) other).years && months == ((Period) other).months
                && days == ((Period) other).days;
    }

    @Override
    public int hashCode() {
        return years + Integer.rotateLeft(months, 8) + Integer.rotateLeft(days, 16);
    }

    @Override
    public String toString() {
        if (isZero()) {
            return "P0D";
        }
        StringBuilder text = new StringBuilder("P");
        if (years != 0) {
            text.append(years).append('Y');
        }
        if (months != 0) {
            text.append(months).append('M');
        }
        if (days != 0) {
            text.append(days).append('D');
        }
        return text.toString();
    }
}
