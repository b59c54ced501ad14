package java.util;

/** A pile with nothing on it. */
public class EmptyStackException extends RuntimeException {

    /** Without message. */
    public EmptyStackException() {
    }
}
