package java.util;

/** A format with a flag twice. */
public class DuplicateFormatFlagsException extends IllegalFormatException {

    private final String flags;

    /** With what is wrong. */
    public DuplicateFormatFlagsException(String flags) {
        super("Flags = '" + flags + "'");
        this.flags = flags;
    }

    /** The flags. */
    public String getFlags() {
        return flags;
    }
}
