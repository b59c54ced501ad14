package java.time;

/** The days of a week. */
public enum DayOfWeek {
    /** The first day. */
    MONDAY,
    /** The second day. */
    TUESDAY,
    /** The third day. */
    WEDNESDAY,
    /** The fourth day. */
    THURSDAY,
    /** The fifth day. */
    FRIDAY,
    /** The sixth day. */
    SATURDAY,
    /** The seventh day. */
    SUNDAY;

    private static final DayOfWeek[] ALL = values();

    /** The day with a number from 1 to 7. */
    public static DayOfWeek of(int day) {
        if (day < 1 || day > 7) {
            throw new DateTimeException("Invalid value for DayOfWeek: " + day);
        }
        return ALL[day - 1];
    }

    /** Its number from 1 to 7. */
    public int getValue() {
        return ordinal() + 1;
    }

    /** The day a number of days later. */
    public DayOfWeek plus(long days) {
        return ALL[(ordinal() + (int) (days % 7) + 7) % 7];
    }

    /** The day a number of days before. */
    public DayOfWeek minus(long days) {
        return plus(-(days % 7));
    }
}
