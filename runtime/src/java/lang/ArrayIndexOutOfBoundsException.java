package java.lang;

/** An array index outside the array. Hardware finds it; only the strict build of the microcode keeps index and length for the message. */
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
