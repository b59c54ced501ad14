package java.lang;

/** A thread asked for what it cannot do now, such as to start again. */
public class IllegalThreadStateException extends IllegalArgumentException {

    /** Without message. */
    public IllegalThreadStateException() {
    }

    /** With a message. */
    public IllegalThreadStateException(String message) {
        super(message);
    }
}
