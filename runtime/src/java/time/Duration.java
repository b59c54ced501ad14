package java.time;

import java.io.Serializable;
import java.math.BigInteger;
import java.time.temporal.ChronoUnit;
import java.time.temporal.Temporal;
import java.time.temporal.TemporalAmount;
import java.time.temporal.TemporalUnit;

/** A length of time in seconds and nanoseconds. */
public final class Duration implements TemporalAmount, Comparable<Duration>, Serializable {

    /** No time. */
    public static final Duration ZERO = new Duration(0, 0);

    private static final int BILLION = 1000000000;

    private final long seconds;

    /** 0 to 999,999,999. */
    private final int nanos;

    private Duration(long seconds, int nanos) {
        this.seconds = seconds;
        this.nanos = nanos;
    }

    /** A number of seconds. */
    public static Duration ofSeconds(long seconds) {
        return new Duration(seconds, 0);
    }

    /** A number of seconds and any number of nanoseconds. */
    public static Duration ofSeconds(long seconds, long nanos) {
        return new Duration(Math.addExact(seconds, Math.floorDiv(nanos, BILLION)), (int) Math.floorMod(nanos, (long) BILLION));
    }

    /** A number of days. */
    public static Duration ofDays(long days) {
        return new Duration(Math.multiplyExact(days, 86400L), 0);
    }

    /** A number of hours. */
    public static Duration ofHours(long hours) {
        return new Duration(Math.multiplyExact(hours, 3600L), 0);
    }

    /** A number of minutes. */
    public static Duration ofMinutes(long minutes) {
        return new Duration(Math.multiplyExact(minutes, 60L), 0);
    }

    /** A number of milliseconds. */
    public static Duration ofMillis(long millis) {
        return new Duration(Math.floorDiv(millis, 1000), (int) Math.floorMod(millis, 1000L) * 1000000);
    }

    /** A number of nanoseconds. */
    public static Duration ofNanos(long nanos) {
        return ofSeconds(0, nanos);
    }

    /** An amount of a unit. */
    public static Duration of(long amount, TemporalUnit unit) {
        return unit.getDuration().multipliedBy(amount);
    }

    /** The time from one point to another. */
    public static Duration between(Temporal from, Temporal to) {
        if (from.getClass() != to.getClass()) {
            // The other one has to be turned into the first one's kind: until knows how.
            return ofNanos(from.until(to, ChronoUnit.NANOS));
        }
        if (!(from instanceof TimePoint)) {
            throw TimePoint.Support.unsupported(ChronoUnit.SECONDS);
        }
        TimePoint a = (TimePoint) from;
        TimePoint b = (TimePoint) to;
        return ofSeconds(Math.subtractExact(b.seconds(), a.seconds()), (long) b.getNano() - a.getNano());
    }

    /** The duration that a text such as {@code P1DT2H3M4.5S} is. */
    public static Duration parse(CharSequence text) {
        AmountText amount = new AmountText(text, "Duration");
        Duration sum = ZERO;
        // Letters that can come, T only between numbers.
        String letters = "DT";
        while (amount.hasMore()) {
            if (letters.endsWith("T") && amount.skip('T')) {
                letters = "HMS";
            }
            String number = amount.number("+-0123456789.,");
            char letter = amount.letter();
            int which = letter == 'T' ? -1 : letters.indexOf(letter);
            if (which < 0) {
                throw amount.fault(null);
            }
            try {
                sum = sum.plus(part(number, letter));
            } catch (NumberFormatException | ArithmeticException e) {
                throw amount.fault(e);
            }
            letters = letters.substring(which + 1);
        }
        return amount.sign < 0 ? sum.negated() : sum;
    }

    private static Duration part(String number, char letter) {
        if (letter != 'S') {
            long amount = Long.parseLong(number);
            return letter == 'D' ? ofDays(amount) : letter == 'H' ? ofHours(amount) : ofMinutes(amount);
        }
        int point = Math.max(number.indexOf('.'), number.indexOf(','));
        if (point < 0) {
            return ofSeconds(Long.parseLong(number));
        }
        String fraction = number.substring(point + 1);
        int nanos = fraction.isEmpty() ? 0 : Integer.parseInt((fraction + "000000000").substring(0, 9));
        if (fraction.length() > 9 || fraction.startsWith("-") || fraction.startsWith("+")) {
            throw new NumberFormatException();
        }
        return ofSeconds(Long.parseLong(number.substring(0, point)), number.startsWith("-") ? -nanos : nanos);
    }

    /** The whole seconds. */
    public long getSeconds() {
        return seconds;
    }

    /** The nanoseconds beyond the seconds. */
    public int getNano() {
        return nanos;
    }

    /** Whether this is no time. */
    public boolean isZero() {
        return (seconds | nanos) == 0;
    }

    /** Whether this is less than no time. */
    public boolean isNegative() {
        return seconds < 0;
    }

    /** The sum. */
    public Duration plus(Duration other) {
        return ofSeconds(Math.addExact(seconds, other.seconds), (long) nanos + other.nanos);
    }

    /** The sum with an amount of a unit. */
    public Duration plus(long amount, TemporalUnit unit) {
        return plus(of(amount, unit));
    }

    /** The difference. */
    public Duration minus(Duration other) {
        return ofSeconds(Math.subtractExact(seconds, other.seconds), (long) nanos - other.nanos);
    }

    /** The difference to an amount of a unit. */
    public Duration minus(long amount, TemporalUnit unit) {
        return minus(of(amount, unit));
    }

    /** Days more. */
    public Duration plusDays(long days) {
        return plus(ofDays(days));
    }

    /** Days less. */
    public Duration minusDays(long days) {
        return minus(ofDays(days));
    }

    /** Hours more. */
    public Duration plusHours(long hours) {
        return plus(ofHours(hours));
    }

    /** Hours less. */
    public Duration minusHours(long hours) {
        return minus(ofHours(hours));
    }

    /** Minutes more. */
    public Duration plusMinutes(long minutes) {
        return plus(ofMinutes(minutes));
    }

    /** Minutes less. */
    public Duration minusMinutes(long minutes) {
        return minus(ofMinutes(minutes));
    }

    /** Seconds more. */
    public Duration plusSeconds(long seconds) {
        return plus(ofSeconds(seconds));
    }

    /** Seconds less. */
    public Duration minusSeconds(long seconds) {
        return minus(ofSeconds(seconds));
    }

    /** Millis more. */
    public Duration plusMillis(long millis) {
        return plus(ofMillis(millis));
    }

    /** Millis less. */
    public Duration minusMillis(long millis) {
        return minus(ofMillis(millis));
    }

    /** Nanos more. */
    public Duration plusNanos(long nanos) {
        return plus(ofNanos(nanos));
    }

    /** Nanos less. */
    public Duration minusNanos(long nanos) {
        return minus(ofNanos(nanos));
    }

    /** The product. */
    public Duration multipliedBy(long factor) {
        // The nanoseconds are below 2^30: cut in two, their product has room.
        long high = Math.multiplyExact(seconds, factor);
        long rest = Math.floorMod(factor, (long) BILLION);
        long whole = Math.multiplyExact(Math.floorDiv(factor, BILLION), (long) nanos);
        return ofSeconds(Math.addExact(high, whole), rest * nanos);
    }

    /** The quotient, cut off. */
    public Duration dividedBy(long divisor) {
        if (divisor == 0) {
            throw new ArithmeticException("Cannot divide by zero");
        }
        long size = seconds < 0 && nanos > 0 ? seconds + 1 : seconds;
        int part = seconds < 0 && nanos > 0 ? nanos - BILLION : nanos;
        long rest = size % divisor;
        if (rest > -9000000000L && rest < 9000000000L) {
            return ofSeconds(size / divisor, (rest * BILLION + part) / divisor);
        }
        BigInteger all = BigInteger.valueOf(rest).multiply(BigInteger.valueOf(BILLION))
                .add(BigInteger.valueOf(part));
        return ofSeconds(size / divisor, all.divide(BigInteger.valueOf(divisor)).longValue());
    }

    /** How often another duration has room in this one. */
    public long dividedBy(Duration divisor) {
        if (divisor.isZero()) {
            throw new ArithmeticException("Cannot divide by zero");
        }
        return whole().divide(divisor.whole()).longValueExact();
    }

    private BigInteger whole() {
        return BigInteger.valueOf(seconds).multiply(BigInteger.valueOf(BILLION))
                .add(BigInteger.valueOf(nanos));
    }

    /** The other direction. */
    public Duration negated() {
        return multipliedBy(-1);
    }

    /** The length without direction. */
    public Duration abs() {
        return seconds < 0 ? negated() : this;
    }

    /** The whole days. */
    public long toDays() {
        return seconds / 86400;
    }

    /** The whole hours. */
    public long toHours() {
        return seconds / 3600;
    }

    /** The whole minutes. */
    public long toMinutes() {
        return seconds / 60;
    }

    /** The whole seconds. */
    public long toSeconds() {
        return seconds;
    }

    /** The whole milliseconds. */
    public long toMillis() {
        if (seconds < 0) {
            return Math.addExact(Math.multiplyExact(seconds + 1, 1000L), nanos / 1000000 - 1000L);
        }
        return Math.addExact(Math.multiplyExact(seconds, 1000L), nanos / 1000000);
    }

    /** The nanoseconds. */
    public long toNanos() {
        if (seconds < 0) {
            return Math.addExact(Math.multiplyExact(seconds + 1, (long) BILLION), nanos - (long) BILLION);
        }
        return Math.addExact(Math.multiplyExact(seconds, (long) BILLION), nanos);
    }

    /** The days as part of all. */
    public long toDaysPart() {
        return toDays();
    }

    /** The hours beyond the days. */
    public int toHoursPart() {
        return (int) (toHours() % 24);
    }

    /** The minutes beyond the hours. */
    public int toMinutesPart() {
        return (int) (toMinutes() % 60);
    }

    /** The seconds beyond the minutes. */
    public int toSecondsPart() {
        return (int) (seconds % 60);
    }

    /** The milliseconds beyond the seconds. */
    public int toMillisPart() {
        return nanos / 1000000;
    }

    /** The nanoseconds beyond the seconds. */
    public int toNanosPart() {
        return nanos;
    }

    /** The same with other seconds. */
    public Duration withSeconds(long newSeconds) {
        return new Duration(newSeconds, nanos);
    }

    @Override
    public Temporal addTo(Temporal point) {
        Temporal moved = seconds == 0 ? point : point.plus(seconds, ChronoUnit.SECONDS);
        return nanos == 0 ? moved : moved.plus(nanos, ChronoUnit.NANOS);
    }

    @Override
    public Temporal subtractFrom(Temporal point) {
        Temporal moved = seconds == 0 ? point : point.minus(seconds, ChronoUnit.SECONDS);
        return nanos == 0 ? moved : moved.minus(nanos, ChronoUnit.NANOS);
    }

    @Override
    public int compareTo(Duration other) {
        return seconds != other.seconds ? Long.compare(seconds, other.seconds) : nanos - other.nanos;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Duration && compareTo((Duration) other) == 0;
    }

    @Override
    public int hashCode() {
        return (int) (seconds ^ seconds >>> 32) + 51 * nanos;
    }

    @Override
    public String toString() {
        if (isZero()) {
            return "PT0S";
        }
        boolean borrowed = seconds < 0 && nanos > 0;
        long size = borrowed ? seconds + 1 : seconds;
        int part = borrowed ? BILLION - nanos : nanos;
        long hours = size / 3600;
        int minutes = (int) (size % 3600 / 60);
        int rest = (int) (size % 60);
        StringBuilder text = new StringBuilder("PT");
        if (hours != 0) {
            text.append(hours).append('H');
        }
        if (minutes != 0) {
            text.append(minutes).append('M');
        }
        if (rest == 0 && part == 0) {
            return text.toString();
        }
        if (borrowed && rest == 0) {
            text.append('-');
        }
        text.append(rest);
        if (part != 0) {
            String digits = Integer.toString(BILLION + part).substring(1);
            int end = digits.length();
            while (digits.charAt(end - 1) == '0') {
                --end;
            }
            text.append('.').append(digits, 0, end);
        }
        return text.append('S').toString();
    }
}
