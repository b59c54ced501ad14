package java.lang;

/** A text that is no number. */
public class NumberFormatException extends IllegalArgumentException {

    /** Without message. */
    public NumberFormatException() {
    }

    /** With a message. */
    public NumberFormatException(String message) {
        super(message);
    }

    static NumberFormatException forText(String text, int radix) {
        String message = "For input string: \"" + text + "\"";
        return new NumberFormatException(radix == 10 ? message : message + " under radix " + radix);
    }
}
