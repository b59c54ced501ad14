package java.lang;

/** A thread was interrupted while it waited. */
public class InterruptedException extends Exception {

    /** Without message. */
    public InterruptedException() {
    }

    /** With a message. */
    public InterruptedException(String message) {
        super(message);
    }
}
