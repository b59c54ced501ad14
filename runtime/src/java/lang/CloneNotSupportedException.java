package java.lang;

/** A clone of an object whose class is not Cloneable. */
public class CloneNotSupportedException extends Exception {

    /** Without message. */
    public CloneNotSupportedException() {
    }

    /** With a message. */
    public CloneNotSupportedException(String message) {
        super(message);
    }
}
