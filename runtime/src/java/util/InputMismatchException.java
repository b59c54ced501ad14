package java.util;

/** An input of another form than wanted. */
public class InputMismatchException extends NoSuchElementException {

    /** Without message. */
    public InputMismatchException() {
    }

    /** With a message. */
    public InputMismatchException(String message) {
        super(message);
    }
}
