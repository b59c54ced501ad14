package java.lang;

/** A use of null. Hardware finds it: then there is no message. */
public class NullPointerException extends RuntimeException {

    /** Without message. */
    public NullPointerException() {
    }

    /** With a message. */
    public NullPointerException(String message) {
        super(message);
    }
}
