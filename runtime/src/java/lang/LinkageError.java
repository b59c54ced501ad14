package java.lang;

/** A class that does not fit another one. */
public class LinkageError extends Error {

    /** Without message. */
    public LinkageError() {
    }

    /** With a message. */
    public LinkageError(String message) {
        super(message);
    }

    /** With a message and a cause. */
    public LinkageError(String message, Throwable cause) {
        super(message, cause);
    }
}
