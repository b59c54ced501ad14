package java.util;

/** A format that asks for more arguments than there are. */
public class MissingFormatArgumentException extends IllegalFormatException {

    /** With the part of the format. */
    public MissingFormatArgumentException(String specifier) {
        super("Format specifier '" + specifier + "'");
    }
}
