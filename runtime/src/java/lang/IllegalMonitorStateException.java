package java.lang;

/** A monitor used by a thread that does not hold it. */
public class IllegalMonitorStateException extends RuntimeException {

    /** Without message. */
    public IllegalMonitorStateException() {
    }

    /** With a message. */
    public IllegalMonitorStateException(String message) {
        super(message);
    }
}
