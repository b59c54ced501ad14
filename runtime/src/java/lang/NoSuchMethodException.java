package java.lang;

/** There is no such method. */
public class NoSuchMethodException extends ReflectiveOperationException {

    /** Without message. */
    public NoSuchMethodException() {
    }

    /** With a message. */
    public NoSuchMethodException(String message) {
        super(message);
    }
}
