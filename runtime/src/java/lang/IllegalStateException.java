package java.lang;

/** A call at the wrong time. */
public class IllegalStateException extends RuntimeException {

    /** Without message. */
    public IllegalStateException() {
    }

    /** With a message. */
    public IllegalStateException(String message) {
        super(message);
    }

    /** With a message and a cause. */
    public IllegalStateException(String message, Throwable cause) {
        super(message, cause);
    }

    /** With a cause, whose text becomes the message. */
    public IllegalStateException(Throwable cause) {
        super(cause);
    }
}
