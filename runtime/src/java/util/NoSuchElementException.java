package java.util;

/** There is no such element, or no more. */
public class NoSuchElementException extends RuntimeException {

    /** Without message. */
    public NoSuchElementException() {
    }

    /** With a message. */
    public NoSuchElementException(String message) {
        super(message);
    }

    /** With a message and a cause. */
    public NoSuchElementException(String message, Throwable cause) {
        super(message, cause);
    }

    /** With a cause, whose text becomes the message. */
    public NoSuchElementException(Throwable cause) {
        super(cause);
    }
}
