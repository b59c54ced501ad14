package java.lang;

import com.jopdesign.sys.BigNumber;
import java.util.DuplicateFormatFlagsException;
import java.util.FormatFlagsConversionMismatchException;
import java.util.IllegalFormatConversionException;
import java.util.IllegalFormatPrecisionException;
import java.util.MissingFormatArgumentException;
import java.util.MissingFormatWidthException;
import java.util.UnknownFormatConversionException;

/**
 * The state of a String.format, whose loop calls one step after the other, so that few words of stack are in use when an
 * argument's own toString runs: the letters d x X o s S c C b B h H f e E g G n %, with width, precision, the flags - 0 + blank , ( #
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

    // The conversion at work.
    private char letter;
    private Object value;
    private DecimalText decimal;
    private String text;
    private boolean numeric;

    Format(String format, Object[] arguments) {
        this.format = format;
        this.arguments = arguments == null ? new Object[1] : arguments;
    }

    /** Copies the text up to the next conversion and reads that; false at the end of the format. */
    boolean next() {
        int length = format.length();
        while (index < length) {
            char c = format.charAt(index++);
            if (c == '%') {
                start = index - 1;
                letter = readSpecifier();
                check();
                numeric = false;
                decimal = null;
                text = null;
                return true;
            }
            out.append(c);
        }
        return false;
    }

    /** The number whose digits are the text of the conversion, or null if it has none. */
    DecimalText decimal() {
        return decimal;
    }

    /** The object whose text is that of the conversion, or null if the text is there. */
    Object object() {
        return text == null && decimal == null ? value : null;
    }

    void take(String taken) {
        text = taken;
    }

    String result() {
        return out.toString();
    }

    private char read() {
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
        char c = read();
        if (c == '$') {
            explicit = width;
            width = 0;
            c = read();
        } else if (width != 0) {
            --index;
            return readPrecision();
        }
        while (readFlag(c)) {
            c = read();
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
        char c = read();
        if (c == '.') {
            precision = 0;
            for (c = read(); c >= '0' && c <= '9'; c = read()) {
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
    private void check() {
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

    /** Finds the text of the conversion, or what it is made from: {@link #object} or {@link #decimal}. */
    void convert() {
        switch (letter) {
            case 'n':
                width = 0;
                precision = -1;
                text = "\n";
                return;
            case '%':
                precision = -1;
                text = "%";
                return;
            case 'd':
            case 'x':
            case 'X':
            case 'o':
            case 's':
            case 'S':
            case 'b':
            case 'B':
            case 'h':
            case 'H':
            case 'c':
            case 'C':
            case 'f':
            case 'e':
            case 'E':
            case 'g':
            case 'G':
                break;
            default:
                throw new UnknownFormatConversionException(String.valueOf(letter));
        }
        value = argument();
        if (letter == 'b' || letter == 'B') {
            boolean truth = value instanceof Boolean ? ((Boolean) value).booleanValue() : value != null;
            text = truth ? "true" : "false";
        } else if (value == null) {
            text = "null";
        } else if (value instanceof BigNumber && "dxXofeEgG".indexOf(letter) >= 0) {
            text = ((BigNumber) value).textFor(letter, precision);
            if (text == null) {
                throw mismatch();
            }
            numeric = true;
            addPoint();
        } else if (letter == 'd') {
            if (!isWhole(value)) {
                throw mismatch();
            }
            numeric = true;
        } else if (letter == 'x' || letter == 'X' || letter == 'o') {
            text = bits();
            numeric = true;
        } else if (letter == 'c' || letter == 'C') {
            text = character();
        } else if (letter == 'h' || letter == 'H') {
            text = Integer.toHexString(value.hashCode());
        } else if (letter != 's' && letter != 'S') {
            real();
        }
    }

    private IllegalFormatConversionException mismatch() {
        return new IllegalFormatConversionException(letter, value.getClass());
    }

    private static boolean isWhole(Object value) {
        return value instanceof Integer || value instanceof Long || value instanceof Short || value instanceof Byte;
    }

    private String character() {
        if (value instanceof Character) {
            return value.toString();
        }
        if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return new StringBuilder().appendCodePoint(((Number) value).intValue()).toString();
        }
        throw mismatch();
    }

    private String bits() {
        if (!isWhole(value)) {
            throw mismatch();
        }
        long bits = ((Number) value).longValue();
        if (value instanceof Integer) {
            bits &= 0xffffffffL;
        } else if (value instanceof Short) {
            bits &= 0xffff;
        } else if (value instanceof Byte) {
            bits &= 0xff;
        }
        return letter == 'o' ? Long.toOctalString(bits) : Long.toHexString(bits);
    }

    private void real() {
        if (!(value instanceof Double || value instanceof Float)) {
            throw mismatch();
        }
        double number = ((Number) value).doubleValue();
        if (number != number) {
            text = "NaN";
            precision = -1;
            return;
        }
        numeric = true;
        if (Double.isInfinite(number)) {
            zero = false;
            text = number < 0 ? "-Infinity" : "Infinity";
            return;
        }
        decimal = DecimalText.of(Double.doubleToLongBits(number));
    }

    /** The text of a decimal number whose digits are known. */
    void show() {
        int wanted = precision < 0 ? 6 : precision;
        if (letter == 'g' || letter == 'G') {
            text = decimal.formatGeneral(wanted == 0 ? 1 : wanted);
        } else {
            text = letter == 'f' ? decimal.formatFixed(wanted) : decimal.formatScientific(wanted);
        }
        addPoint();
        if (decimal.isNegative()) {
            text = "-" + text;
        }
    }

    /** The flag # asks for a point even without digits behind it. */
    private void addPoint() {
        if (alternate && precision == 0) {
            int end = text.indexOf('e');
            text = end < 0 ? text + "." : text.substring(0, end) + "." + text.substring(end);
        }
    }

    /** Appends the text of the conversion with sign, case and width. */
    void finish() {
        if (letter >= 'A' && letter <= 'Z') {
            text = text.toUpperCase();
        }
        String sign = "";
        String end = "";
        if (!numeric) {
            zero = false;
            if (precision >= 0 && precision < text.length()) {
                text = text.substring(0, precision);
            }
        } else {
            // Numbers of the primitive types have no sign in other bases.
            if (text.charAt(0) == '-') {
                text = text.substring(1);
                sign = bracket ? "(" : "-";
                end = bracket ? ")" : "";
            } else {
                sign = plus ? "+" : blank ? " " : "";
            }
            if (alternate && (letter == 'x' || letter == 'X' || letter == 'o')) {
                sign += letter == 'o' ? "0" : letter == 'x' ? "0x" : "0X";
            }
            if (comma) {
                group();
            }
        }
        int fill = width - sign.length() - text.length() - end.length();
        if (!left && !zero) {
            fill(fill, ' ');
        }
        out.append(sign);
        if (zero) {
            fill(fill, '0');
        }
        out.append(text).append(end);
        if (left && !zero) {
            fill(fill, ' ');
        }
    }

    private void fill(int count, char c) {
        for (; count > 0; --count) {
            out.append(c);
        }
    }

    private void group() {
        int end = text.indexOf('.');
        StringBuilder grouped = new StringBuilder(text);
        for (int i = (end < 0 ? text.length() : end) - 3; i > 0; i -= 3) {
            grouped.insert(i, ',');
        }
        text = grouped.toString();
    }
}
