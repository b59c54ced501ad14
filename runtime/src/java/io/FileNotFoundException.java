package java.io;

/** There is no such file. */
public class FileNotFoundException extends IOException {

    /** Without message. */
    public FileNotFoundException() {
    }

    /** With a message. */
    public FileNotFoundException(String message) {
        super(message);
    }
}
