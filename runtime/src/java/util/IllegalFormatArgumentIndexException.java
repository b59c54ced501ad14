package java.util;

/** A format with an argument number that is 0 or too large. */
public class IllegalFormatArgumentIndexException extends IllegalFormatException {

    private final int index;

    /** With the number, which is -2^31 if it is too large. */
    public IllegalFormatArgumentIndexException(int index) {
        super(index < 0 ? "Format argument index: (not representable as int)" : "Illegal format argument index = " + index);
        this.index = index;
    }

    /** The number. */
    public int getIndex() {
        return index;
    }
}
