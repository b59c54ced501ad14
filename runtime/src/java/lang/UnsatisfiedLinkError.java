package java.lang;

/** A native method without a body. */
public class UnsatisfiedLinkError extends LinkageError {

    /** Without message. */
    public UnsatisfiedLinkError() {
    }

    /** With a message. */
    public UnsatisfiedLinkError(String message) {
        super(message);
    }
}
