package java.io;

/** There is no character set with this name. */
public class UnsupportedEncodingException extends IOException {

    /** Without message. */
    public UnsupportedEncodingException() {
    }

    /** With a message. */
    public UnsupportedEncodingException(String message) {
        super(message);
    }
}
