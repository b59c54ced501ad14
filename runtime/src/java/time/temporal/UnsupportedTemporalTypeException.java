package java.time.temporal;

import java.time.DateTimeException;

/** A unit that a date or time does not have. */
public class UnsupportedTemporalTypeException extends DateTimeException {

    /** With a message. */
    public UnsupportedTemporalTypeException(String message) {
        super(message);
    }

    /** With a message and a cause. */
    public UnsupportedTemporalTypeException(String message, Throwable cause) {
        super(message, cause);
    }
}
