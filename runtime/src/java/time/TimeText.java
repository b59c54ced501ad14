package java.time;

import java.time.format.DateTimeParseException;

/** Reads dates and times in the form of ISO 8601. */
final class TimeText {

    private final String text;
    private int index;

    private long year;
    private int month;
    private int day;
    private int hour;
    private int minute;
    private int second;
    private int nano;

    TimeText(CharSequence text) {
        this.text = text.toString();
    }

    private DateTimeParseException wrong(int at) {
        return new DateTimeParseException("Text '" + text + "' could not be parsed at index " + at, text, at);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private boolean at(char c) {
        return index < text.length() && text.charAt(index) == c;
    }

    private void take(char c) {
        if (!at(c)) {
            throw wrong(index);
        }
        ++index;
    }

    /** The number of two digits. */
    private int two() {
        if (index + 2 > text.length() || !isDigit(text.charAt(index)) || !isDigit(text.charAt(index + 1))) {
            throw wrong(index);
        }
        int value = (text.charAt(index) - '0') * 10 + text.charAt(index + 1) - '0';
        index += 2;
        return value;
    }

    /** Four digits, or more with a sign. */
    private long readYear() {
        int start = index;
        boolean signed = at('-') || at('+');
        boolean negative = at('-');
        if (signed) {
            ++index;
        }
        int first = index;
        long value = 0;
        while (index < text.length() && isDigit(text.charAt(index)) && index < first + 10) {
            value = value * 10 + text.charAt(index++) - '0';
        }
        int digits = index - first;
        // A plus belongs to more than four digits, and these need a sign.
        if (digits < 4 || digits > 4 && !signed || digits == 4 && signed && !negative || negative && value == 0) {
            throw wrong(start);
        }
        return negative ? -value : value;
    }

    private void date() {
        year = readYear();
        take('-');
        month = two();
        take('-');
        day = two();
    }

    private void time() {
        hour = two();
        take(':');
        minute = two();
        int before = index;
        if (at(':')) {
            ++index;
            if (index + 2 > text.length() || !isDigit(text.charAt(index)) || !isDigit(text.charAt(index + 1))) {
                // The seconds may be missing: then the colon is too much.
                index = before;
                return;
            }
            second = two();
            fraction();
        }
    }

    private void fraction() {
        if (!at('.')) {
            return;
        }
        ++index;
        int digits = 0;
        while (digits < 9 && index < text.length() && isDigit(text.charAt(index))) {
            nano = nano * 10 + text.charAt(index++) - '0';
            ++digits;
        }
        while (digits++ < 9) {
            nano *= 10;
        }
    }

    private void end() {
        if (index < text.length()) {
            throw new DateTimeParseException("Text '" + text + "' could not be parsed, unparsed text found at index "
                    + index, text, index);
        }
    }

    private DateTimeParseException wrong(DateTimeException e) {
        return new DateTimeParseException("Text '" + text + "' could not be parsed: " + e.getMessage(), text, 0, e);
    }

    private LocalDate dateValue() {
        return LocalDate.of(TimePoint.Support.check("Year", year, -999999999, 999999999), month, day);
    }

    LocalDate wholeDate() {
        date();
        end();
        try {
            return dateValue();
        } catch (DateTimeException e) {
            throw wrong(e);
        }
    }

    LocalTime wholeTime() {
        time();
        end();
        try {
            return LocalTime.of(hour, minute, second, nano);
        } catch (DateTimeException e) {
            throw wrong(e);
        }
    }

    LocalDateTime wholePoint() {
        date();
        if (at('t')) {
            ++index;
        } else {
            take('T');
        }
        time();
        end();
        try {
            return LocalDateTime.of(dateValue(), LocalTime.of(hour, minute, second, nano));
        } catch (DateTimeException e) {
            throw wrong(e);
        }
    }
}
