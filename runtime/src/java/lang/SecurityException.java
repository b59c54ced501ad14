package java.lang;

/** An operation that is not allowed. */
public class SecurityException extends RuntimeException {

    /** Without message. */
    public SecurityException() {
    }

    /** With a message. */
    public SecurityException(String message) {
        super(message);
    }
}
