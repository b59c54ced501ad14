package java.util;

/** A format that asks for more arguments than there are. */
public class MissingFormatArgumentException extends IllegalFormatException {

    private final String specifier;

    /** With the part of the format. */
    public MissingFormatArgumentException(String specifier) {
        super("Format specifier '" + specifier + "'");
        this.specifier = specifier;
    }

    /** The part of the format. */
    public String getFormatSpecifier() {
        return specifier;
    }
}
