package java.lang;

/** A store of an object into an array that may not hold it. */
public class ArrayStoreException extends RuntimeException {

    /** Without message. */
    public ArrayStoreException() {
    }

    /** With a message. */
    public ArrayStoreException(String message) {
        super(message);
    }
}
