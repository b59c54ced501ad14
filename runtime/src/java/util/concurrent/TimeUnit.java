package java.util.concurrent;

/** Units of time. */
public enum TimeUnit {
    /** Nanoseconds. */
    NANOSECONDS(1L),
    /** Microseconds. */
    MICROSECONDS(1000L),
    /** Milliseconds. */
    MILLISECONDS(1000000L),
    /** Seconds. */
    SECONDS(1000000000L),
    /** Minutes. */
    MINUTES(60000000000L),
    /** Hours. */
    HOURS(3600000000000L),
    /** Days. */
    DAYS(86400000000000L);

    private final long nanoseconds;

    TimeUnit(long nanoseconds) {
        this.nanoseconds = nanoseconds;
    }

    /** A time of another unit in this one: cut off, and the largest or smallest number if it is too large. */
    public long convert(long time, TimeUnit unit) {
        if (unit.nanoseconds <= nanoseconds) {
            return time / (nanoseconds / unit.nanoseconds);
        }
        long factor = unit.nanoseconds / nanoseconds;
        long most = Long.MAX_VALUE / factor;
        if (time > most) {
            return Long.MAX_VALUE;
        }
        return time < -most ? Long.MIN_VALUE : time * factor;
    }

    /** A time in nanoseconds. */
    public long toNanos(long time) {
        return NANOSECONDS.convert(time, this);
    }

    /** A time in microseconds. */
    public long toMicros(long time) {
        return MICROSECONDS.convert(time, this);
    }

    /** A time in milliseconds. */
    public long toMillis(long time) {
        return MILLISECONDS.convert(time, this);
    }

    /** A time in seconds. */
    public long toSeconds(long time) {
        return SECONDS.convert(time, this);
    }

    /** A time in minutes. */
    public long toMinutes(long time) {
        return MINUTES.convert(time, this);
    }

    /** A time in hours. */
    public long toHours(long time) {
        return HOURS.convert(time, this);
    }

    /** A time in days. */
    public long toDays(long time) {
        return DAYS.convert(time, this);
    }

    /** A positive time in milliseconds, not less. */
    private long milliseconds(long time) {
        return this == NANOSECONDS ? (time - 1) / 1000000 + 1
                : this == MICROSECONDS ? (time - 1) / 1000 + 1 : toMillis(time);
    }

    /** Lets some time go by. */
    public void sleep(long time) throws InterruptedException {
        if (time > 0) {
            Thread.sleep(milliseconds(time));
        }
    }

    /** Waits for an object for some time. */
    public void timedWait(Object object, long time) throws InterruptedException {
        if (time > 0) {
            object.wait(milliseconds(time));
        }
    }

    /** Waits for the end of a thread for some time. */
    public void timedJoin(Thread thread, long time) throws InterruptedException {
        if (time > 0) {
            thread.join(milliseconds(time));
        }
    }
}
