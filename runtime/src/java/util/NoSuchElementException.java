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
}
