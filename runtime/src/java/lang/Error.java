package java.lang;

/** Something a program should not expect to mend. */
public class Error extends Throwable {

    /** Without message. */
    public Error() {
    }

    /** With a message. */
    public Error(String message) {
        super(message);
    }

    /** With a message and a cause. */
    public Error(String message, Throwable cause) {
        super(message, cause);
    }

    /** With a cause, whose text becomes the message. */
    public Error(Throwable cause) {
        super(cause);
    }
}
