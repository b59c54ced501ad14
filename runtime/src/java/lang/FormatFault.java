package java.lang;

import java.util.DuplicateFormatFlagsException;
import java.util.FormatFlagsConversionMismatchException;
import java.util.IllegalFormatArgumentIndexException;
import java.util.IllegalFormatException;
import java.util.IllegalFormatFlagsException;
import java.util.IllegalFormatPrecisionException;
import java.util.IllegalFormatWidthException;
import java.util.MissingFormatWidthException;
import java.util.UnknownFormatConversionException;

/** A specifier of a format, read once more to say what is wrong with it: the faults, their order and texts are those of JDK 17. */
final class FormatFault {

    static final int LEFT = 1;
    static final int ALTERNATE = 2;
    static final int PLUS = 4;
    static final int BLANK = 8;
    static final int ZERO = 16;
    static final int COMMA = 32;
    static final int BRACKET = 64;
    /** The argument of the specifier before. */
    static final int LAST = 128;
    /** Some flag is there twice. */
    static final int TWICE = 256;
    /** Flags that numbers of the primitive types do not have in other bases than ten. */
    static final int SIGNS = PLUS | BLANK | BRACKET;

    /** The flags from the lowest bit on. */
    private static final String NAMES = "-#+ 0,(<";

    /** The letters, the usual ones first. */
    private static final String LETTERS = "dsfxcXobSBhHCeEgGn%";

    /** Letters of dates and times behind a t. */
    private static final String DATES = "HIklMNLQpzZsBbhAaCYyjmdeRTrDFc";

    private final String format;
    private final int start;
    private int index;

    private int flags;
    private char twice;
    /** The t before the letter of a date, or 0. */
    private char dateLetter;
    /** The letter, or 0 where the specifier is none. */
    private char letter;
    // The digits, or null.
    private String argument;
    private String width;
    private String precision;

    /** Reads the specifier that begins at an index. */
    FormatFault(String format, int start) {
        this.format = format;
        this.start = start;
        index = start + 1;
        argument = digits();
        if (argument != null && peek() == '$') {
            ++index;
        } else {
            argument = null;
            index = start + 1;
        }
        for (int flag = flag(peek()); flag != 0; flag = flag(peek())) {
            if ((flags & flag) != 0 && twice == 0) {
                twice = peek();
            }
            flags |= flag;
            ++index;
        }
        width = digits();
        if (peek() == '.') {
            ++index;
            precision = digits();
            if (precision == null) {
                return;
            }
        }
        readLetter();
    }

    private void readLetter() {
        char c = peek();
        if (c == 't' || c == 'T') {
            ++index;
            if (isLetter(peek())) {
                dateLetter = c;
                c = peek();
            }
        }
        letter = isLetter(c) ? c : 0;
    }

    private static boolean isLetter(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '%';
    }

    private char peek() {
        return index < format.length() ? format.charAt(index) : 0;
    }

    private String digits() {
        int first = index;
        while (peek() >= '0' && peek() <= '9') {
            ++index;
        }
        return index == first ? null : format.substring(first, index);
    }

    /** The bit of a flag, or 0. */
    static int flag(char c) {
        switch (c) {
            case '-':
                return LEFT;
            case '#':
                return ALTERNATE;
            case '+':
                return PLUS;
            case ' ':
                return BLANK;
            case '0':
                return ZERO;
            case ',':
                return COMMA;
            case '(':
                return BRACKET;
            case '<':
                return LAST;
            default:
                return 0;
        }
    }

    /** Whether a letter is none, or does not go with its flags, or they do not go together. */
    static boolean isOdd(char letter, int flags) {
        return LETTERS.indexOf(letter) < 0 || flags != 0 && ((flags & ~allowed(lower(letter))) != 0 || areAgainst(flags));
    }

    private static boolean areAgainst(int flags) {
        return (flags & (PLUS | BLANK)) == (PLUS | BLANK) || (flags & (LEFT | ZERO)) == (LEFT | ZERO);
    }

    /** The flags of a letter that is no capital. */
    private static int allowed(char letter) {
        switch (letter) {
            case 'd':
            case 'g':
                return 255 - ALTERNATE;
            case 'x':
            case 'o':
            case 'e':
                return 255 - COMMA;
            case 'f':
                return 255;
            case 's':
                return LEFT | ALTERNATE | LAST;
            case 'n':
                return 0;
            default:
                return letter == '%' ? LEFT : LEFT | LAST;
        }
    }

    /** A letter as exceptions have it. */
    static char lower(char letter) {
        return letter >= 'A' && letter <= 'Z' ? (char) (letter + 32) : letter;
    }

    /** The fault of a flag that the letter does not take from this argument. */
    static IllegalFormatException mismatch(int flag, char letter) {
        return new FormatFlagsConversionMismatchException(names(flag), letter);
    }

    /** The fault of flags that only big numbers have in other bases than ten. */
    static IllegalFormatException signs(int flags, char letter) {
        int signs = flags & SIGNS;
        return mismatch((signs & BRACKET) != 0 ? BRACKET : signs, lower(letter));
    }

    /** Flags as text. */
    private static String names(int flags) {
        StringBuilder names = new StringBuilder();
        for (int i = 0; i < NAMES.length(); ++i) {
            if ((flags >> i & 1) != 0) {
                names.append(NAMES.charAt(i));
            }
        }
        return names.toString();
    }

    /** The value of digits; -2^31 if it is too large, -1 without digits. */
    private static int value(String digits) {
        if (digits == null) {
            return -1;
        }
        long value = 0;
        for (int i = 0; i < digits.length() && value <= Integer.MAX_VALUE; ++i) {
            value = value * 10 + digits.charAt(i) - '0';
        }
        return value > Integer.MAX_VALUE ? Integer.MIN_VALUE : (int) value;
    }

    /** Throws what is wrong with the specifier's form, numbers and flags, whatever its letter. */
    void checkParts() {
        if (letter == 0) {
            char first = start + 1 < format.length() ? format.charAt(start + 1) : '%';
            throw new UnknownFormatConversionException(String.valueOf(first));
        }
        int number = value(argument);
        if (number == 0 || number == Integer.MIN_VALUE) {
            throw new IllegalFormatArgumentIndexException(number);
        }
        if (twice != 0) {
            throw new DuplicateFormatFlagsException(String.valueOf(twice));
        }
        if (value(width) == Integer.MIN_VALUE) {
            throw new IllegalFormatWidthException(Integer.MIN_VALUE);
        }
        if (value(precision) == Integer.MIN_VALUE) {
            throw new IllegalFormatPrecisionException(Integer.MIN_VALUE);
        }
    }

    /** Throws what is wrong with a date, which our library lacks. */
    void checkDate() {
        if (dateLetter != 0) {
            checkPrecision();
            if (DATES.indexOf(letter) < 0) {
                throw new UnknownFormatConversionException("t" + letter);
            }
            checkFlags(ALTERNATE | PLUS | BLANK | ZERO | COMMA | BRACKET);
            checkWidth(LEFT);
        }
    }

    private boolean isOneOf(String letters) {
        return dateLetter == 0 && letters.indexOf(letter) >= 0;
    }

    /** Throws what is wrong with a text of an object or with a character. */
    void checkObject() {
        if (isOneOf("bBhHsS")) {
            checkFlags(letter == 's' || letter == 'S' ? 0 : ALTERNATE);
            checkWidth(LEFT);
            checkFlags(PLUS | BLANK | ZERO | COMMA | BRACKET);
        } else if (isOneOf("cC")) {
            checkPrecision();
            checkFlags(ALTERNATE | PLUS | BLANK | ZERO | COMMA | BRACKET);
            checkWidth(LEFT);
        }
    }

    /** Throws what is wrong with a line's end or a per cent sign. */
    void checkText() {
        if (!isOneOf("n%")) {
            return;
        }
        checkPrecision();
        if (letter == 'n' && width != null) {
            throw new IllegalFormatWidthException(value(width));
        }
        if ((flags & ~allowed(letter)) != 0) {
            throw new IllegalFormatFlagsException(names(flags));
        }
        checkWidth(LEFT);
    }

    /** Throws what is wrong with a number, or that the letter is none. */
    void checkNumber() {
        if (dateLetter != 0 || isOneOf("bBhHsScCn%")) {
            return;
        }
        if (!isOneOf("dxXoeEfgGaA")) {
            throw new UnknownFormatConversionException(String.valueOf(letter));
        }
        checkWidth(LEFT | ZERO);
        if (areAgainst(flags)) {
            // The host counts a capital letter among the flags.
            String names = names(flags);
            String capital = letter == lower(letter) ? "" : "^";
            int first = (flags & LEFT) != 0 ? 1 : 0;
            throw new IllegalFormatFlagsException(names.substring(0, first) + capital + names.substring(first));
        }
        if ("dxXo".indexOf(letter) >= 0) {
            checkPrecision();
        }
        if (letter == 'a' || letter == 'A') {
            checkFlags(BRACKET);
            checkFlags(COMMA);
        } else {
            checkFlags(255 - allowed(lower(letter)));
        }
    }

    private void checkPrecision() {
        if (precision != null) {
            throw new IllegalFormatPrecisionException(value(precision));
        }
    }

    private void checkWidth(int needing) {
        if (width == null && (flags & needing) != 0) {
            throw new MissingFormatWidthException(toString());
        }
    }

    /** Refuses the first of some flags. */
    private void checkFlags(int refused) {
        int bad = flags & refused;
        if (bad != 0) {
            throw mismatch(bad & -bad, dateLetter != 0 ? letter : lower(letter));
        }
    }

    /** The specifier as the host writes it. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("%").append(names(flags));
        if (argument != null && (flags & LAST) == 0 && letter != '%') {
            text.append(value(argument)).append('$');
        }
        if (width != null) {
            text.append(value(width));
        }
        if (precision != null) {
            text.append('.').append(value(precision));
        }
        if (dateLetter != 0) {
            text.append(dateLetter);
        }
        return text.append(letter).toString();
    }
}
