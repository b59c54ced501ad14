package java.lang;

/** A method that is not there. */
public class NoSuchMethodError extends IncompatibleClassChangeError {

    /** Without message. */
    public NoSuchMethodError() {
    }

    /** With a message. */
    public NoSuchMethodError(String message) {
        super(message);
    }
}
