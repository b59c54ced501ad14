package java.util.concurrent;

/** A task was not accepted. */
public class RejectedExecutionException extends RuntimeException {

    /** Without message. */
    public RejectedExecutionException() {
    }

    /** With a message. */
    public RejectedExecutionException(String message) {
        super(message);
    }

    /** With a message and a cause. */
    public RejectedExecutionException(String message, Throwable cause) {
        super(message, cause);
    }

    /** With a cause. */
    public RejectedExecutionException(Throwable cause) {
        super(cause);
    }
}
