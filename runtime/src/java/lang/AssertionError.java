package java.lang;

/** An assertion that does not hold. */
public class AssertionError extends Error {

    /** Without message. */
    public AssertionError() {
    }

    /** With the text of a detail, which is also the cause if it is an exception. */
    public AssertionError(Object detail) {
        super(String.valueOf(detail));
        if (detail instanceof Throwable) {
            initCause((Throwable) detail);
        }
    }

    /** With the text of a boolean. */
    public AssertionError(boolean detail) {
        super(String.valueOf(detail));
    }

    /** With the text of a char. */
    public AssertionError(char detail) {
        super(String.valueOf(detail));
    }

    /** With the text of an int. */
    public AssertionError(int detail) {
        super(String.valueOf(detail));
    }

    /** With the text of a long. */
    public AssertionError(long detail) {
        super(String.valueOf(detail));
    }

    /** With the text of a float. */
    public AssertionError(float detail) {
        super(String.valueOf(detail));
    }

    /** With the text of a double. */
    public AssertionError(double detail) {
        super(String.valueOf(detail));
    }

    /** With a message and a cause. */
    public AssertionError(String message, Throwable cause) {
        super(message, cause);
    }
}
