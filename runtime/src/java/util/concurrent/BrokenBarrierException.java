package java.util.concurrent;

/** Somebody left a barrier early. */
public class BrokenBarrierException extends Exception {

    /** Without message. */
    public BrokenBarrierException() {
    }

    /** With a message. */
    public BrokenBarrierException(String message) {
        super(message);
    }
}
