package java.lang;

/** An object of a class without objects. */
public class InstantiationException extends ReflectiveOperationException {

    /** Without message. */
    public InstantiationException() {
    }

    /** With a message. */
    public InstantiationException(String message) {
        super(message);
    }
}
