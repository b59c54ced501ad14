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
}
