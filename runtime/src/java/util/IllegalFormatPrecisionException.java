package java.util;

/** A format with a precision that means nothing. */
public class IllegalFormatPrecisionException extends IllegalFormatException {

    private final int precision;

    /** With what is wrong. */
    public IllegalFormatPrecisionException(int precision) {
        super(String.valueOf(precision));
        this.precision = precision;
    }

    /** The precision. */
    public int getPrecision() {
        return precision;
    }
}
