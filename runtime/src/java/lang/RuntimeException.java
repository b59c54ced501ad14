package java.lang;

/** An exception that no method needs to declare. */
public class RuntimeException extends Exception {

    /** Without message. */
    public RuntimeException() {
    }

    /** With a message. */
    public RuntimeException(String message) {
        super(message);
    }

    /** With a message and a cause. */
    public RuntimeException(String message, Throwable cause) {
        super(message, cause);
    }

    /** With a cause, whose text becomes the message. */
    public RuntimeException(Throwable cause) {
        super(cause);
    }
}
