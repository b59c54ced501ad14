package java.util.concurrent;

/** A task ended with an exception. */
public class ExecutionException extends Exception {

    /** For subclasses. */
    protected ExecutionException() {
    }

    /** For subclasses. */
    protected ExecutionException(String message) {
        super(message);
    }

    /** With a message and a cause. */
    public ExecutionException(String message, Throwable cause) {
        super(message, cause);
    }

    /** With a cause. */
    public ExecutionException(Throwable cause) {
        super(cause);
    }
}
