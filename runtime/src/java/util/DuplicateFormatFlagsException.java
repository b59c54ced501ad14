package java.util;

/** A format with a flag twice. */
public class DuplicateFormatFlagsException extends IllegalFormatException {

    /** With what is wrong. */
    public DuplicateFormatFlagsException(String flags) {
        super("Flags = '" + flags + "'");
    }
}
