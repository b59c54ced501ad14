package java.util;

/** A format with a number for a character that is none. */
public class IllegalFormatCodePointException extends IllegalFormatException {

    private final int codePoint;

    /** With what is wrong. */
    public IllegalFormatCodePointException(int codePoint) {
        super("Code point = 0x" + Integer.toHexString(codePoint));
        this.codePoint = codePoint;
    }

    /** The number. */
    public int getCodePoint() {
        return codePoint;
    }
}
