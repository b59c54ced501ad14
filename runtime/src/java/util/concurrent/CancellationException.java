package java.util.concurrent;

/** A task was cancelled. */
public class CancellationException extends IllegalStateException {

    /** Without message. */
    public CancellationException() {
    }

    /** With a message. */
    public CancellationException(String message) {
        super(message);
    }
}
