package java.lang;

/** A pattern switch without a case for its value, or a pattern whose accessor failed. */
public final class MatchException extends RuntimeException {

    /** With a message and a cause. */
    public MatchException(String message, Throwable cause) {
        super(message, cause);
    }
}
