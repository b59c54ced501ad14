package java.lang;

import com.jopdesign.sys.BigNumber;
import com.jopdesign.sys.FormatStart;
import java.util.IllegalFormatCodePointException;
import java.util.IllegalFormatConversionException;
import java.util.IllegalFormatException;
import java.util.MissingFormatArgumentException;
import java.util.UnknownFormatConversionException;

/**
 * The state of a String.format, whose loop calls one step after the other, so that few words of stack are in use when an
 * argument's own toString runs: the letters d x X o s S c C b B h H f e E g G n %, with width, precision, the flags - 0 + blank , ( #
 * and argument numbers. Dates and %a are missing. What is wrong with a format is found by {@link FormatFault}.
 */
final class Format {

    private final String format;
    private final Object[] arguments;
    private final StringBuilder out = new StringBuilder();

    private int index;
    private int nextArgument;
    private int lastArgument = -1;

    // The specifier at work: width is 0 and precision -1 if there is none.
    private int start;
    private int flags;
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
        this.arguments = arguments;
    }

    /** Copies the text up to the next conversion and reads that; false at the end of the format. */
    boolean next() {
        int length = format.length();
        while (index < length) {
            char c = format.charAt(index++);
            if (c == '%') {
                start = index - 1;
                readSpecifier();
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

    /** The next character, or 0 at the end. */
    private char peek() {
        return index < format.length() ? format.charAt(index) : 0;
    }

    /** Reads everything up to the letter. */
    private void readSpecifier() {
        flags = 0;
        explicit = 0;
        width = 0;
        precision = -1;
        if (peek() < 'A') {
            readParts();
        }
        letter = peek();
        ++index;
    }

    private void readParts() {
        width = readNumber();
        if (width != 0 && peek() == '$') {
            explicit = width;
            width = 0;
            ++index;
        }
        if (width == 0) {
            for (int flag = FormatFault.flag(peek()); flag != 0; flag = FormatFault.flag(peek())) {
                // A flag twice is a fault.
                flags |= (flags & flag) == 0 ? flag : FormatFault.TWICE;
                ++index;
            }
            width = readNumber();
        }
        if (peek() == '.') {
            ++index;
            precision = readPrecision();
        }
    }

    /** A number that does not begin with 0, or 0. */
    private int readNumber() {
        char c = peek();
        return c >= '1' && c <= '9' ? readDigits() : 0;
    }

    private int readPrecision() {
        char c = peek();
        return c >= '0' && c <= '9' ? readDigits() : Integer.MIN_VALUE;
    }

    /** A number; one that is too large is negative. */
    private int readDigits() {
        int number = 0;
        for (char c = peek(); c >= '0' && c <= '9'; c = peek()) {
            boolean fits = number >= 0 && (number < 214748364 || number == 214748364 && c <= '7');
            number = fits ? number * 10 + c - '0' : Integer.MIN_VALUE;
            ++index;
        }
        return number;
    }

    private Object argument() {
        int n = (flags & FormatFault.LAST) != 0 ? lastArgument : explicit > 0 ? explicit - 1 : nextArgument++;
        if (n < 0 || arguments != null && n >= arguments.length) {
            throw new MissingFormatArgumentException(new FormatFault(format, start).toString());
        }
        lastArgument = n;
        return arguments == null ? null : arguments[n];
    }

    /** Keeps the text before an argument that does not fit. */
    void keep(IllegalFormatException fault) {
        FormatStart.keep(fault, out.toString());
    }

    /** Refuses a specifier that is wrong. */
    private void check() {
        boolean odd = FormatFault.isOdd(letter, flags) || precision >= 0 && "dxXocCn%".indexOf(letter) >= 0
                || (flags & (FormatFault.LEFT | FormatFault.ZERO)) != 0 && width == 0 || letter == 'n' && width != 0
                || width < 0 || explicit < 0 || precision < -1;
        if (odd) {
            // One after the other, as each needs stack for its exceptions.
            FormatFault fault = new FormatFault(format, start);
            fault.checkParts();
            fault.checkDate();
            fault.checkObject();
            fault.checkText();
            fault.checkNumber();
            throw new UnknownFormatConversionException(String.valueOf(letter));
        }
    }

    /** Finds the text of the conversion, or what it is made from: {@link #object} or {@link #decimal}. */
    void convert() {
        if (letter == 'n' || letter == '%') {
            precision = -1;
            text = letter == 'n' ? "\n" : "%";
            return;
        }
        value = argument();
        if (has(FormatFault.ALTERNATE) && (letter == 's' || letter == 'S')) {
            throw FormatFault.mismatch(FormatFault.ALTERNATE, 's');
        }
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

    private IllegalFormatException mismatch() {
        return new IllegalFormatConversionException(FormatFault.lower(letter), value.getClass());
    }

    private boolean has(int flag) {
        return (flags & flag) != 0;
    }

    private static boolean isWhole(Object value) {
        return value instanceof Integer || value instanceof Long || value instanceof Short || value instanceof Byte;
    }

    private String character() {
        if (value instanceof Character) {
            return value.toString();
        }
        if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
            int codePoint = ((Number) value).intValue();
            if (!Character.isValidCodePoint(codePoint)) {
                throw new IllegalFormatCodePointException(codePoint);
            }
            return new StringBuilder().appendCodePoint(codePoint).toString();
        }
        throw mismatch();
    }

    private String bits() {
        if (!isWhole(value)) {
            throw mismatch();
        }
        if (has(FormatFault.SIGNS)) {
            throw FormatFault.signs(flags, letter);
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
            flags &= ~FormatFault.ZERO;
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
        if (precision == 0 && has(FormatFault.ALTERNATE)) {
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
            flags &= ~FormatFault.ZERO;
            if (precision >= 0 && precision < text.length()) {
                text = text.substring(0, precision);
            }
        } else {
            // Numbers of the primitive types have no sign in other bases.
            if (text.charAt(0) == '-') {
                text = text.substring(1);
                boolean bracket = has(FormatFault.BRACKET);
                sign = bracket ? "(" : "-";
                end = bracket ? ")" : "";
            } else if (has(FormatFault.PLUS | FormatFault.BLANK)) {
                sign = has(FormatFault.PLUS) ? "+" : " ";
            }
            if (has(FormatFault.ALTERNATE) && (letter == 'x' || letter == 'X' || letter == 'o')) {
                sign += letter == 'o' ? "0" : letter == 'x' ? "0x" : "0X";
            }
            if (has(FormatFault.COMMA)) {
                group();
            }
        }
        append(sign, end);
    }

    private void append(String sign, String end) {
        boolean left = has(FormatFault.LEFT);
        boolean zero = has(FormatFault.ZERO);
        int fill = width - sign.length() - text.length() - end.length();
        if (!left && !zero) {
            fill(fill, ' ');
        }
        out.append(sign);
        if (zero) {
            fill(fill, '0');
        }
        out.append(text).append(end);
        if (left) {
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
