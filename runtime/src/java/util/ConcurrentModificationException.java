package java.util;

/** A collection changed while it was walked through. */
public class ConcurrentModificationException extends RuntimeException {

    /** Without message. */
    public ConcurrentModificationException() {
    }

    /** With a message. */
    public ConcurrentModificationException(String message) {
        super(message);
    }

    /** With a message and a cause. */
    public ConcurrentModificationException(String message, Throwable cause) {
        super(message, cause);
    }

    /** With a cause, whose text becomes the message. */
    public ConcurrentModificationException(Throwable cause) {
        super(cause);
    }
}
