package java.util;

/** A format that is wrong, or does not fit its arguments. */
public class IllegalFormatException extends IllegalArgumentException {

    IllegalFormatException(String message) {
        super(message);
    }
}
