package java.lang;

/** A class that extends itself. */
public class ClassCircularityError extends LinkageError {

    /** Without message. */
    public ClassCircularityError() {
    }

    /** With a message. */
    public ClassCircularityError(String message) {
        super(message);
    }
}
