package java.lang;

/** A caller that must not. */
public class IllegalCallerException extends RuntimeException {

    /** Without message. */
    public IllegalCallerException() {
    }

    /** With a message. */
    public IllegalCallerException(String message) {
        super(message);
    }

    /** With a message and a cause. */
    public IllegalCallerException(String message, Throwable cause) {
        super(message, cause);
    }

    /** With a cause, whose text becomes the message. */
    public IllegalCallerException(Throwable cause) {
        super(cause);
    }
}
