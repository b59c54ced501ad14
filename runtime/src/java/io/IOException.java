package java.io;

/** An input or output that failed. */
public class IOException extends Exception {

    /** Without message. */
    public IOException() {
    }

    /** With a message. */
    public IOException(String message) {
        super(message);
    }

    /** With a message and a cause. */
    public IOException(String message, Throwable cause) {
        super(message, cause);
    }

    /** With a cause, whose text becomes the message. */
    public IOException(Throwable cause) {
        super(cause);
    }
}
