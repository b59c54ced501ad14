package java.util;

/** A format with a letter that is none. */
public class UnknownFormatConversionException extends IllegalFormatException {

    private final String conversion;

    /** With the part of the format. */
    public UnknownFormatConversionException(String conversion) {
        super("Conversion = '" + conversion + "'");
        this.conversion = conversion;
    }

    /** The part of the format. */
    public String getConversion() {
        return conversion;
    }
}
