package java.io;

/** Bytes that are no text. */
public class UTFDataFormatException extends IOException {

    /** Without message. */
    public UTFDataFormatException() {
    }

    /** With a message. */
    public UTFDataFormatException(String message) {
        super(message);
    }
}
