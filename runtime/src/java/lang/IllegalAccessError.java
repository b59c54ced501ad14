package java.lang;

/** A member that is not accessible. */
public class IllegalAccessError extends IncompatibleClassChangeError {

    /** Without message. */
    public IllegalAccessError() {
    }

    /** With a message. */
    public IllegalAccessError(String message) {
        super(message);
    }
}
