package java.lang;

/** A call that could not be set up. */
public class BootstrapMethodError extends LinkageError {

    /** Without message. */
    public BootstrapMethodError() {
    }

    /** With a message. */
    public BootstrapMethodError(String message) {
        super(message);
    }

    /** With a message and a cause. */
    public BootstrapMethodError(String message, Throwable cause) {
        super(message, cause);
    }

    /** With a cause, whose text becomes the message. */
    public BootstrapMethodError(Throwable cause) {
        super(cause == null ? null : cause.toString(), cause);
    }
}
