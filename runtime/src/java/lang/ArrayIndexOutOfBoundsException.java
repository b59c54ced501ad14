package java.lang;

/** An array index outside the array. Hardware finds it and keeps no index: then there is no message. */
public class ArrayIndexOutOfBoundsException extends IndexOutOfBoundsException {

    /** Without message. */
    public ArrayIndexOutOfBoundsException() {
    }

    /** With a message. */
    public ArrayIndexOutOfBoundsException(String message) {
        super(message);
    }

    /** With the index in the message. */
    public ArrayIndexOutOfBoundsException(int index) {
        super("Array index out of range: " + index);
    }
}
