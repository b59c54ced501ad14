package java.util;

/** A format with flags that do not go together. */
public class IllegalFormatFlagsException extends IllegalFormatException {

    private final String flags;

    /** With what is wrong. */
    public IllegalFormatFlagsException(String flags) {
        super("Flags = '" + flags + "'");
        this.flags = flags;
    }

    /** The flags. */
    public String getFlags() {
        return flags;
    }
}
