package java.util;

/** A format with a width that means nothing. */
public class IllegalFormatWidthException extends IllegalFormatException {

    private final int width;

    /** With what is wrong. */
    public IllegalFormatWidthException(int width) {
        super(String.valueOf(width));
        this.width = width;
    }

    /** The width. */
    public int getWidth() {
        return width;
    }
}
