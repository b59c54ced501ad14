package java.lang;

/** A member that is not accessible. */
public class IllegalAccessException extends ReflectiveOperationException {

    /** Without message. */
    public IllegalAccessException() {
    }

    /** With a message. */
    public IllegalAccessException(String message) {
        super(message);
    }
}
