package java.time;

/** The months of a year. */
public enum Month {
    /** The first month. */
    JANUARY,
    /** The second month. */
    FEBRUARY,
    /** The third month. */
    MARCH,
    /** The fourth month. */
    APRIL,
    /** The fifth month. */
    MAY,
    /** The sixth month. */
    JUNE,
    /** The seventh month. */
    JULY,
    /** The eighth month. */
    AUGUST,
    /** The ninth month. */
    SEPTEMBER,
    /** The tenth month. */
    OCTOBER,
    /** The eleventh month. */
    NOVEMBER,
    /** The twelfth month. */
    DECEMBER;

    private static final Month[] ALL = values();

    /** The month with a number from 1 to 12. */
    public static Month of(int month) {
        if (month < 1 || month > 12) {
            throw new DateTimeException("Invalid value for MonthOfYear: " + month);
        }
        return ALL[month - 1];
    }

    /** Its number from 1 to 12. */
    public int getValue() {
        return ordinal() + 1;
    }

    /** The month a number of months later. */
    public Month plus(long months) {
        return ALL[(ordinal() + (int) (months % 12) + 12) % 12];
    }

    /** The month a number of months before. */
    public Month minus(long months) {
        return plus(-(months % 12));
    }

    static int length(int month, boolean leapYear) {
        return month == 2 ? leapYear ? 29 : 28 : month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
    }

    /** Number of days. */
    public int length(boolean leapYear) {
        return length(getValue(), leapYear);
    }

    /** Number of days in a common year. */
    public int minLength() {
        return length(false);
    }

    /** Number of days in a leap year. */
    public int maxLength() {
        return length(true);
    }

    /** The day of the year with which it begins. */
    public int firstDayOfYear(boolean leapYear) {
        int month = getValue();
        // From March on, five months have 153 days.
        return month < 3 ? (month - 1) * 31 + 1 : (153 * (month - 3) + 2) / 5 + (leapYear ? 61 : 60);
    }

    /** The first month of its quarter. */
    public Month firstMonthOfQuarter() {
        return ALL[ordinal() / 3 * 3];
    }
}
