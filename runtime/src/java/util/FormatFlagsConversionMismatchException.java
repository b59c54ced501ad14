package java.util;

/** A format with a flag that does not go with its letter. */
public class FormatFlagsConversionMismatchException extends IllegalFormatException {

    /** With what is wrong. */
    public FormatFlagsConversionMismatchException(String flags, char conversion) {
        super("Conversion = " + conversion + ", Flags = " + flags);
    }
}
