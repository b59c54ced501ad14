package java.lang;

/** There is no such field. */
public class NoSuchFieldException extends ReflectiveOperationException {

    /** Without message. */
    public NoSuchFieldException() {
    }

    /** With a message. */
    public NoSuchFieldException(String message) {
        super(message);
    }
}
