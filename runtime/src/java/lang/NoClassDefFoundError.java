package java.lang;

/** A class that is not there. */
public class NoClassDefFoundError extends LinkageError {

    /** Without message. */
    public NoClassDefFoundError() {
    }

    /** With a message. */
    public NoClassDefFoundError(String message) {
        super(message);
    }
}
