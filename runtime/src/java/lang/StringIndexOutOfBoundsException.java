package java.lang;

/** An index outside a string. */
public class StringIndexOutOfBoundsException extends IndexOutOfBoundsException {

    /** Without message. */
    public StringIndexOutOfBoundsException() {
    }

    /** With a message. */
    public StringIndexOutOfBoundsException(String message) {
        super(message);
    }

    /** With the index in the message. */
    public StringIndexOutOfBoundsException(int index) {
        super("String index out of range: " + index);
    }
}
