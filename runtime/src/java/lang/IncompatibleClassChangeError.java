package java.lang;

/** A class that changed after another was compiled against it. */
public class IncompatibleClassChangeError extends LinkageError {

    /** Without message. */
    public IncompatibleClassChangeError() {
    }

    /** With a message. */
    public IncompatibleClassChangeError(String message) {
        super(message);
    }
}
