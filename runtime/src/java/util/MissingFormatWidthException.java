package java.util;

/** A format with a flag that needs a width. */
public class MissingFormatWidthException extends IllegalFormatException {

    /** With what is wrong. */
    public MissingFormatWidthException(String specifier) {
        super(specifier);
    }
}
