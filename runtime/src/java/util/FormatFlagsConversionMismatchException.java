package java.util;

/** A format with a flag that does not go with its letter. */
public class FormatFlagsConversionMismatchException extends IllegalFormatException {

    private final String flags;
    private final char conversion;

    /** With what is wrong. */
    public FormatFlagsConversionMismatchException(String flags, char conversion) {
        super("Conversion = " + conversion + ", Flags = " + flags);
        this.flags = flags;
        this.conversion = conversion;
    }

    /** The flags. */
    public String getFlags() {
        return flags;
    }

    /** The letter. */
    public char getConversion() {
        return conversion;
    }
}
