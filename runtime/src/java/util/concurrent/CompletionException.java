package java.util.concurrent;

/** A stage of a computation ended with an exception. */
public class CompletionException extends RuntimeException {

    /** For subclasses. */
    protected CompletionException() {
    }

    /** For subclasses. */
    protected CompletionException(String message) {
        super(message);
    }

    /** With a message and a cause. */
    public CompletionException(String message, Throwable cause) {
        super(message, cause);
    }

    /** With a cause. */
    public CompletionException(Throwable cause) {
        super(cause);
    }
}
