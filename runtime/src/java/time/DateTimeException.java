package java.time;

/** A time cannot be computed. */
public class DateTimeException extends RuntimeException {

    /** With a message. */
    public DateTimeException(String message) {
        super(message);
    }

    /** With a message and a cause. */
    public DateTimeException(String message, Throwable cause) {
        super(message, cause);
    }
}
