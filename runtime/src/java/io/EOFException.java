package java.io;

/** An input that ended too early. */
public class EOFException extends IOException {

    /** Without message. */
    public EOFException() {
    }

    /** With a message. */
    public EOFException(String message) {
        super(message);
    }
}
