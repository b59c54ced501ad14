package java.lang;

import java.util.DuplicateFormatFlagsException;
import java.util.FormatFlagsConversionMismatchException;
import java.util.IllegalFormatConversionException;
import java.util.IllegalFormatPrecisionException;
import java.util.MissingFormatArgumentException;
import java.util.MissingFormatWidthException;
import java.util.UnknownFormatConversionException;

/**
 * String.format: the letters d x X o s S c C b B h H f e E g G n %, with width, precision, the flags - 0 + blank , ( #
 * and argument numbers. Dates and %a are missing.
 */
final class Format {

    private final String format;
    private final Object[] arguments;
    private final StringBuilder out = new StringBuilder();

    private int index;
    private int nextArgument;
    private int lastArgument = -1;

    // The specifier at work.
    private int start;
    private boolean left;
    private boolean zero;
    private boolean plus;
    private boolean blank;
    private boolean comma;
    private boolean bracket;
    private boolean alternate;
    private int explicit;
    private int width;
    private int precision;

    private Format(String format, Object[] arguments) {
        this.format = format;
        this.arguments = arguments == null ? new Object[1] : arguments;
    }

    static String apply(String format, Object[] arguments) {
        Format f = new Format(format, arguments);
        int length = format.length();
        while (f.index < length) {
            char c = format.charAt(f.index++);
            if (c == '%') {
                f.start = f.index - 1;
                char letter = f.readSpecifier();
                f.check(letter);
                // Numbers with a fraction need much stack: they take one call less.
                if ("feEgG".indexOf(letter) >= 0) {
                    f.real(letter, f.argument());
                } else {
                    f.convert(letter);
                }
            } else {
                f.out.append(c);
            }
        }
        return f.out.toString();
    }

    private char next() {
        if (index == format.length()) {
            throw new UnknownFormatConversionException("%");
        }
        return format.charAt(index++);
    }

    /** Reads everything up to the letter, which is the result. */
    private char readSpecifier() {
        left = false;
        zero = false;
        plus = false;
        blank = false;
        comma = false;
        bracket = false;
        alternate = false;
        explicit = 0;
        precision = -1;
        width = readNumber();
        char c = next();
        if (c == '$') {
            explicit = width;
            width = 0;
            c = next();
        } else if (width != 0) {
            --index;
            return readPrecision();
        }
        while (readFlag(c)) {
            c = next();
        }
        --index;
        width = readNumber();
        return readPrecision();
    }

    /** A number that does not begin with 0, or 0. */
    private int readNumber() {
        int number = 0;
        while (index < format.length()) {
            char c = format.charAt(index);
            if (c < (number == 0 ? '1' : '0') || c > '9') {
                break;
            }
            number = number * 10 + c - '0';
            ++index;
        }
        return number;
    }

    private boolean readFlag(char c) {
        switch (c) {
            case '-':
                left = once(left, c);
                return true;
            case '0':
                zero = once(zero, c);
                return true;
            case '+':
                plus = once(plus, c);
                return true;
            case ' ':
                blank = once(blank, c);
                return true;
            case ',':
                comma = once(comma, c);
                return true;
            case '(':
                bracket = once(bracket, c);
                return true;
            case '#':
                alternate = once(alternate, c);
                return true;
            case '<':
                explicit = lastArgument + 1;
                return true;
            default:
                return false;
        }
    }

    /** A flag that must not be there yet. */
    private static boolean once(boolean there, char flag) {
        if (there) {
            throw new DuplicateFormatFlagsException(String.valueOf(flag));
        }
        return true;
    }

    /** Reads the precision, if any; gives the letter. */
    private char readPrecision() {
        char c = next();
        if (c == '.') {
            precision = 0;
            for (c = next(); c >= '0' && c <= '9'; c = next()) {
                precision = precision * 10 + c - '0';
            }
        }
        return c;
    }

    private Object argument() {
        int n = explicit > 0 ? explicit - 1 : nextArgument++;
        if (n >= arguments.length) {
            throw new MissingFormatArgumentException(format.substring(start, index));
        }
        lastArgument = n;
        return arguments[n];
    }

    /** Refuses flags and a precision that mean nothing. */
    private void check(char letter) {
        if ((left || zero) && width == 0 && letter != 'n') {
            throw new MissingFormatWidthException(format.substring(start, index));
        }
        boolean whole = letter == 'd' || letter == 'x' || letter == 'X' || letter == 'o';
        if (precision >= 0 && (whole || letter == 'c' || letter == 'C')) {
            throw new IllegalFormatPrecisionException(precision);
        }
        if (alternate && "dbBcCgG".indexOf(letter) >= 0) {
            throw new FormatFlagsConversionMismatchException("#", letter);
        }
        if (comma && "xXoeEsSbBcC".indexOf(letter) >= 0) {
            throw new FormatFlagsConversionMismatchException(",", letter);
        }
    }

    private void convert(char letter) {
        switch (letter) {
            case 'n':
                out.append('\n');
                return;
            case '%':
                pad("%");
                return;
            case 'd':
                number(letter, argument());
                return;
            case 'x':
            case 'X':
            case 'o':
                bits(letter, argument());
                return;
            case 's':
            case 'S':
                text(letter == 'S', String.valueOf(argument()));
                return;
            case 'b':
            case 'B':
                Object value = argument();
                boolean truth = value instanceof Boolean ? ((Boolean) value).booleanValue() : value != null;
                text(letter == 'B', String.valueOf(truth));
                return;
            case 'h':
            case 'H':
                Object hashed = argument();
                text(letter == 'H', hashed == null ? "null" : Integer.toHexString(hashed.hashCode()));
                return;
            case 'c':
            case 'C':
                character(letter, argument());
                return;
            default:
                throw new UnknownFormatConversionException(String.valueOf(letter));
        }
    }

    private void text(boolean upper, String text) {
        if (precision >= 0 && precision < text.length()) {
            text = text.substring(0, precision);
        }
        pad(upper ? text.toUpperCase() : text);
    }

    private void character(char letter, Object value) {
        String text;
        if (value == null) {
            text = "null";
        } else if (value instanceof Character) {
            text = value.toString();
        } else if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
            text = new StringBuilder().appendCodePoint(((Number) value).intValue()).toString();
        } else {
            throw new IllegalFormatConversionException(letter, value.getClass());
        }
        pad(letter == 'C' ? text.toUpperCase() : text);
    }

    private static boolean isWhole(Object value) {
        return value instanceof Integer || value instanceof Long || value instanceof Short || value instanceof Byte;
    }

    private void number(char letter, Object value) {
        if (value == null) {
            pad("null");
            return;
        }
        if (!isWhole(value)) {
            throw new IllegalFormatConversionException(letter, value.getClass());
        }
        String digits = value.toString();
        boolean negative = digits.charAt(0) == '-';
        signed(negative, negative ? digits.substring(1) : digits);
    }

    private void bits(char letter, Object value) {
        if (value == null) {
            pad("null");
            return;
        }
        if (!isWhole(value)) {
            throw new IllegalFormatConversionException(letter, value.getClass());
        }
        long bits = ((Number) value).longValue();
        if (value instanceof Integer) {
            bits &= 0xffffffffL;
        } else if (value instanceof Short) {
            bits &= 0xffff;
        } else if (value instanceof Byte) {
            bits &= 0xff;
        }
        String digits = letter == 'o' ? Long.toOctalString(bits) : Long.toHexString(bits);
        if (letter == 'X') {
            digits = digits.toUpperCase();
        }
        padNumber(!alternate ? "" : letter == 'o' ? "0" : letter == 'x' ? "0x" : "0X", digits, "");
    }

    private void real(char letter, Object value) {
        if (value == null) {
            pad("null");
            return;
        }
        if (!(value instanceof Double || value instanceof Float)) {
            throw new IllegalFormatConversionException(letter, value.getClass());
        }
        double number = ((Number) value).doubleValue();
        if (number != number) {
            pad("NaN");
            return;
        }
        long bits = Double.doubleToLongBits(number);
        if (Double.isInfinite(number)) {
            zero = false;
            signed(bits < 0, "Infinity");
            return;
        }
        int wanted = precision < 0 ? 6 : precision;
        String digits = letter == 'g' || letter == 'G'
                ? DecimalText.general(bits & Long.MAX_VALUE, wanted == 0 ? 1 : wanted)
                : DecimalText.rounded(bits & Long.MAX_VALUE, wanted, letter != 'f');
        if (alternate && precision == 0) {
            int end = digits.indexOf('e');
            digits = end < 0 ? digits + "." : digits.substring(0, end) + "." + digits.substring(end);
        }
        signed(bits < 0, letter == 'E' || letter == 'G' ? digits.toUpperCase() : digits);
    }

    private void signed(boolean negative, String digits) {
        if (comma) {
            int end = digits.indexOf('.');
            StringBuilder grouped = new StringBuilder(digits);
            for (int i = (end < 0 ? digits.length() : end) - 3; i > 0; i -= 3) {
                grouped.insert(i, ',');
            }
            digits = grouped.toString();
        }
        if (negative) {
            padNumber(bracket ? "(" : "-", digits, bracket ? ")" : "");
        } else {
            padNumber(plus ? "+" : blank ? " " : "", digits, "");
        }
    }

    private void padNumber(String sign, String digits, String end) {
        if (zero) {
            int zeros = width - sign.length() - digits.length() - end.length();
            out.append(sign);
            for (; zeros > 0; --zeros) {
                out.append('0');
            }
            out.append(digits).append(end);
        } else {
            pad(sign + digits + end);
        }
    }

    private void pad(String text) {
        int blanks = width - text.length();
        if (left) {
            out.append(text);
        }
        for (; blanks > 0; --blanks) {
            out.append(' ');
        }
        if (!left) {
            out.append(text);
        }
    }
}
