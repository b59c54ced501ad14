package java.lang;

/** A class or member that was not found by its name. */
public class ReflectiveOperationException extends Exception {

    /** Without message. */
    public ReflectiveOperationException() {
    }

    /** With a message. */
    public ReflectiveOperationException(String message) {
        super(message);
    }

    /** With a message and a cause. */
    public ReflectiveOperationException(String message, Throwable cause) {
        super(message, cause);
    }

    /** With a cause, whose text becomes the message. */
    public ReflectiveOperationException(Throwable cause) {
        super(cause);
    }
}
