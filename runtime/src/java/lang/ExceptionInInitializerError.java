package java.lang;

/** An exception that left a class initialiser. */
public class ExceptionInInitializerError extends LinkageError {

    /** Without message. */
    public ExceptionInInitializerError() {
    }

    /** With the exception. */
    public ExceptionInInitializerError(Throwable thrown) {
        super(null, thrown);
    }

    /** With a message. */
    public ExceptionInInitializerError(String message) {
        super(message);
    }

    /** The exception. */
    public Throwable getException() {
        return getCause();
    }
}
