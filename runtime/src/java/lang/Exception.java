package java.lang;

/** Something a program may want to catch. */
public class Exception extends Throwable {

    /** Without message. */
    public Exception() {
    }

    /** With a message. */
    public Exception(String message) {
        super(message);
    }

    /** With a message and a cause. */
    public Exception(String message, Throwable cause) {
        super(message, cause);
    }

    /** With a cause, whose text becomes the message. */
    public Exception(Throwable cause) {
        super(cause);
    }
}
