package java.time.format;

import java.time.DateTimeException;

/** A text is no time. */
public class DateTimeParseException extends DateTimeException {

    private final String text;
    private final int index;

    /** The place in a text. */
    public DateTimeParseException(String message, CharSequence text, int index) {
        super(message);
        this.text = text.toString();
        this.index = index;
    }

    /** The place in a text, and a cause. */
    public DateTimeParseException(String message, CharSequence text, int index, Throwable cause) {
        super(message, cause);
        this.text = text.toString();
        this.index = index;
    }

    /** The text. */
    public String getParsedString() {
        return text;
    }

    /** The place. */
    public int getErrorIndex() {
        return index;
    }
}
