package java.lang;

/** An operation that an object does not offer. */
public class UnsupportedOperationException extends RuntimeException {

    /** Without message. */
    public UnsupportedOperationException() {
    }

    /** With a message. */
    public UnsupportedOperationException(String message) {
        super(message);
    }

    /** With a message and a cause. */
    public UnsupportedOperationException(String message, Throwable cause) {
        super(message, cause);
    }

    /** With a cause, whose text becomes the message. */
    public UnsupportedOperationException(Throwable cause) {
        super(cause);
    }
}
