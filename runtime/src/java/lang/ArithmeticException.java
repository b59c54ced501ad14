package java.lang;

/** An arithmetic operation without result, such as a division by zero. */
public class ArithmeticException extends RuntimeException {

    /** Without message. */
    public ArithmeticException() {
    }

    /** With a message. */
    public ArithmeticException(String message) {
        super(message);
    }
}
