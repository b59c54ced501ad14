package java.util;

/** A format with a letter that is none. */
public class UnknownFormatConversionException extends IllegalFormatException {

    /** With the part of the format. */
    public UnknownFormatConversionException(String conversion) {
        super("Conversion = '" + conversion + "'");
    }
}
