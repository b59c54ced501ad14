package java.time;

import java.time.format.DateTimeParseException;

/** The text of an amount such as {@code -P1Y2D}: its sign, then numbers with their letters. */
final class AmountText {

    /** 1, or -1 for the other direction. */
    final int sign;

    private final CharSequence text;
    private final String kind;
    private final String all;
    private int index;

    /** Reads up to the P; the kind is what the text should be. */
    AmountText(CharSequence text, String kind) {
        this.text = text;
        this.kind = kind;
        all = text.toString().toUpperCase();
        sign = all.startsWith("-") ? -1 : 1;
        index = all.startsWith("-") || all.startsWith("+") ? 2 : 1;
        if (index >= all.length() || all.charAt(index - 1) != 'P') {
            throw fault(null);
        }
    }

    /** Whether there is more. */
    boolean hasMore() {
        return index < all.length();
    }

    /** Goes behind a letter, if it is next and not the last. */
    boolean skip(char letter) {
        boolean found = index + 1 < all.length() && all.charAt(index) == letter;
        if (found) {
            ++index;
        }
        return found;
    }

    /** The next number, which is of these characters and has a letter behind it. */
    String number(String characters) {
        int start = index;
        while (index < all.length() && characters.indexOf(all.charAt(index)) >= 0) {
            ++index;
        }
        if (index == start || index == all.length()) {
            throw fault(null);
        }
        return all.substring(start, index);
    }

    /** The letter behind a number. */
    char letter() {
        return all.charAt(index++);
    }

    /** What to throw for a text that is none, with the reason or null. */
    DateTimeParseException fault(RuntimeException reason) {
        String message = "Text cannot be parsed to a " + kind;
        return reason == null ? new DateTimeParseException(message, text, 0) : new DateTimeParseException(message, text, 0, reason);
    }
}
