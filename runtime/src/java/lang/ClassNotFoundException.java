package java.lang;

/** A class that was not found by its name. */
public class ClassNotFoundException extends ReflectiveOperationException {

    /** Without message. */
    public ClassNotFoundException() {
    }

    /** With a message. */
    public ClassNotFoundException(String message) {
        super(message);
    }

    /** With a message and a cause. */
    public ClassNotFoundException(String message, Throwable cause) {
        super(message, cause);
    }

    /** The cause. */
    public Throwable getException() {
        return getCause();
    }
}
