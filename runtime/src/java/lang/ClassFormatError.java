package java.lang;

/** A class file that is damaged. */
public class ClassFormatError extends LinkageError {

    /** Without message. */
    public ClassFormatError() {
    }

    /** With a message. */
    public ClassFormatError(String message) {
        super(message);
    }
}
