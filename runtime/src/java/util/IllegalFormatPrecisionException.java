package java.util;

/** A format with a precision that means nothing. */
public class IllegalFormatPrecisionException extends IllegalFormatException {

    /** With what is wrong. */
    public IllegalFormatPrecisionException(int precision) {
        super(String.valueOf(precision));
    }
}
