package java.time;

import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalUnit;
import java.time.temporal.UnsupportedTemporalTypeException;

/** What has seconds and nanoseconds: two of a kind have a duration between them. */
interface TimePoint {

    /** Nanoseconds of a second. */
    int BILLION = 1000000000;

    /** Nanoseconds of a day. */
    long DAY = 86400000000000L;

    /** Seconds since the beginning of the day or of 1970. */
    long seconds();

    /** The nanoseconds beyond the seconds. */
    int getNano();

    /** What counts for several kinds. */
    final class Support {

        private Support() {
        }

        /** How many whole units there are from one point to another of its kind. */
        static long count(TimePoint from, TimePoint to, TemporalUnit unit) {
            long seconds = Math.subtractExact(to.seconds(), from.seconds());
            int nanos = to.getNano() - from.getNano();
            if (seconds > 0 && nanos < 0) {
                --seconds;
                nanos += BILLION;
            } else if (seconds < 0 && nanos > 0) {
                ++seconds;
                nanos -= BILLION;
            }
            Duration length = unit.getDuration();
            if (length.getSeconds() > 0) {
                return seconds / length.getSeconds();
            }
            int size = length.getNano();
            return Math.addExact(Math.multiplyExact(seconds, (long) (BILLION / size)), nanos / size);
        }

        /** Units that a day has. */
        static long perDay(TemporalUnit unit) {
            Duration length = unit.getDuration();
            return length.getSeconds() > 0 ? 86400 / (int) length.getSeconds() : DAY / length.getNano();
        }

        /** The nanoseconds of a number of units that is less than a day. */
        static long nanos(long amount, TemporalUnit unit) {
            Duration length = unit.getDuration();
            return amount * (length.getSeconds() * BILLION + length.getNano());
        }

        static UnsupportedTemporalTypeException unsupported(TemporalUnit unit) {
            return new UnsupportedTemporalTypeException("Unsupported unit: " + unit);
        }

        /** Refuses a number outside of its range. */
        static int check(String what, long value, int least, int most) {
            if (value < least || value > most) {
                throw new DateTimeException("Invalid value for " + what + " (valid values " + least + " - " + most + "): "
                        + value);
            }
            return (int) value;
        }

        /** The nanoseconds of a day cut to a whole number of units. */
        static long truncated(long nanoOfDay, TemporalUnit unit) {
            if (unit == ChronoUnit.NANOS) {
                return nanoOfDay;
            }
            Duration length = unit.getDuration();
            if (length.getSeconds() > 86400) {
                throw new UnsupportedTemporalTypeException("Unit is too large to be used for truncation");
            }
            long size = length.toNanos();
            return nanoOfDay - nanoOfDay % size;
        }

        static void two(StringBuilder text, int number) {
            text.append((char) ('0' + number / 10)).append((char) ('0' + number % 10));
        }
    }
}
