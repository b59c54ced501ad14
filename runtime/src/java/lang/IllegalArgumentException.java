package java.lang;

/** An argument that a method does not take. */
public class IllegalArgumentException extends RuntimeException {

    /** Without message. */
    public IllegalArgumentException() {
    }

    /** With a message. */
    public IllegalArgumentException(String message) {
        super(message);
    }

    /** With a message and a cause. */
    public IllegalArgumentException(String message, Throwable cause) {
        super(message, cause);
    }

    /** With a cause, whose text becomes the message. */
    public IllegalArgumentException(Throwable cause) {
        super(cause);
    }
}
