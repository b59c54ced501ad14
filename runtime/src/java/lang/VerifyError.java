package java.lang;

/** Code that breaks the rules. */
public class VerifyError extends LinkageError {

    /** Without message. */
    public VerifyError() {
    }

    /** With a message. */
    public VerifyError(String message) {
        super(message);
    }
}
