package java.lang;

/** A call of a method without body. */
public class AbstractMethodError extends IncompatibleClassChangeError {

    /** Without message. */
    public AbstractMethodError() {
    }

    /** With a message. */
    public AbstractMethodError(String message) {
        super(message);
    }
}
