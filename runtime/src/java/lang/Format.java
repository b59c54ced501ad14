package java.lang;

import java.util.IllegalFormatConversionException;
import java.util.MissingFormatArgumentException;
import java.util.UnknownFormatConversionException;

/**
 * String.format: the letters d x X o s S c C b B f e E n %, with width, precision, the flags - 0 + blank , ( and
 * argument numbers.
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
                f.convert(letter);
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
                left = true;
                return true;
            case '0':
                zero = true;
                return true;
            case '+':
                plus = true;
                return true;
            case ' ':
                blank = true;
                return true;
            case ',':
                comma = true;
                return true;
            case '(':
                bracket = true;
                return true;
            case '<':
                explicit = lastArgument + 1;
                return true;
            default:
                return false;
        }
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
            case 'f':
            case 'e':
            case 'E':
                real(letter, argument());
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
        padNumber("", digits, "");
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
        String digits = DecimalText.rounded(bits & Long.MAX_VALUE, precision < 0 ? 6 : precision, letter != 'f');
        signed(bits < 0, letter == 'E' ? digits.toUpperCase() : digits);
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
