package java.lang;

/** An index outside its range. */
public class IndexOutOfBoundsException extends RuntimeException {

    /** Without message. */
    public IndexOutOfBoundsException() {
    }

    /** With a message. */
    public IndexOutOfBoundsException(String message) {
        super(message);
    }

    /** With the index in the message. */
    public IndexOutOfBoundsException(int index) {
        super("Index out of range: " + index);
    }

    /** With the index. */
    public IndexOutOfBoundsException(long index) {
        super("Index out of range: " + index);
    }
}
