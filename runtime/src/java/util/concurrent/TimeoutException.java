package java.util.concurrent;

/** The time was over. */
public class TimeoutException extends Exception {

    /** Without message. */
    public TimeoutException() {
    }

    /** With a message. */
    public TimeoutException(String message) {
        super(message);
    }
}
