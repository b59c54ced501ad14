package java.lang;

/** An operation that is not allowed. */
public class SecurityException extends RuntimeException {

    /** Without message. */
    public SecurityException() {
    }

    /** With a message. */
    public SecurityException(String message) {
        super(message);
    }

    /** With a message and a cause. */
    public SecurityException(String message, Throwable cause) {
        super(message, cause);
    }

    /** With a cause, whose text becomes the message. */
    public SecurityException(Throwable cause) {
        super(cause);
    }
}
