package java.lang;

/** A field that is not there; compiled switches over enums catch it. */
public class NoSuchFieldError extends IncompatibleClassChangeError {

    /** Without message. */
    public NoSuchFieldError() {
    }

    /** With a message. */
    public NoSuchFieldError(String message) {
        super(message);
    }
}
