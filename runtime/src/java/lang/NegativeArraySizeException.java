package java.lang;

/** An array of negative length; the message is the length. */
public class NegativeArraySizeException extends RuntimeException {

    /** Without message. */
    public NegativeArraySizeException() {
    }

    /** With a message. */
    public NegativeArraySizeException(String message) {
        super(message);
    }
}
