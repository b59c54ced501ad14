package java.io;

import java.util.Objects;

/** An input or output that failed, where nothing checked may be thrown. */
public class UncheckedIOException extends RuntimeException {

    /** With a message and a cause. */
    public UncheckedIOException(String message, IOException cause) {
        super(message, Objects.requireNonNull(cause));
    }

    /** With a cause, whose text becomes the message. */
    public UncheckedIOException(IOException cause) {
        super(Objects.requireNonNull(cause));
    }

    @Override
    public IOException getCause() {
        return (IOException) super.getCause();
    }
}
