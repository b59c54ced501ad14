package java.lang;

/** An object of a class without objects. */
public class InstantiationError extends IncompatibleClassChangeError {

    /** Without message. */
    public InstantiationError() {
    }

    /** With a message. */
    public InstantiationError(String message) {
        super(message);
    }
}
