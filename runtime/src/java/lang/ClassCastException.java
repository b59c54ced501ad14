package java.lang;

/** A cast of an object to a class that it is not of. */
public class ClassCastException extends RuntimeException {

    /** Without message. */
    public ClassCastException() {
    }

    /** With a message. */
    public ClassCastException(String message) {
        super(message);
    }
}
