package java.util;

/** A format with a flag that needs a width. */
public class MissingFormatWidthException extends IllegalFormatException {

    private final String specifier;

    /** With what is wrong. */
    public MissingFormatWidthException(String specifier) {
        super(specifier);
        this.specifier = specifier;
    }

    /** The part of the format. */
    public String getFormatSpecifier() {
        return specifier;
    }
}
