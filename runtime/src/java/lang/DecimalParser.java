package java.lang;

import com.jopdesign.sys.SoftDouble;
import com.jopdesign.sys.SoftFloat;

/** Floats and doubles nearest to decimal texts: exact arithmetic, rounded once. */
final class DecimalParser {

    /** Beyond these powers of ten everything is infinite, or 0. */
    private static final int FARTHEST = 400;

    private final String text;
    private int index;
    private boolean negative;

    /** Digits as a whole number, and the power of ten they count in. */
    private Natural digits;
    private int power;

    /** Result: significand with its highest one at bit 55, the lowest bit sticky; exponent as a double's. */
    private long significand;
    private int exponent;

    private DecimalParser(String text) {
        this.text = text;
    }

    static long parseDouble(String text) {
        DecimalParser parser = new DecimalParser(text.trim());
        int special = parser.read();
        if (special != 0) {
            return (long) special << 32;
        }
        parser.finish();
        return SoftDouble.compose(parser.negative ? 0x80000000 : 0, parser.exponent, parser.significand);
    }

    static int parseFloat(String text) {
        DecimalParser parser = new DecimalParser(text.trim());
        int special = parser.read();
        if (special != 0) {
            // The bits of a double's high word: NaN or an infinity.
            return special == 0x7ff80000 ? 0x7fc00000 : special < 0 ? 0xff800000 : 0x7f800000;
        }
        parser.finish();
        long s = parser.significand;
        int upper = (int) (s >>> 29) | (((int) s & 0x1fffffff) != 0 ? 1 : 0);
        return SoftFloat.compose(parser.negative ? 0x80000000 : 0, parser.exponent - 1023 + 127, upper);
    }

    private NumberFormatException bad() {
        if (text.isEmpty()) {
            return new NumberFormatException("empty String");
        }
        return NumberFormatException.forText(text, 10);
    }

    private int peek() {
        return index < text.length() ? text.charAt(index) : -1;
    }

    /** Reads the text; gives the high word of NaN or an infinity, else 0. */
    private int read() {
        int c = peek();
        if (c == '-' || c == '+') {
            negative = c == '-';
            ++index;
        }
        if (text.startsWith("NaN", index) && index + 3 == text.length()) {
            return 0x7ff80000;
        }
        if (text.startsWith("Infinity", index) && index + 8 == text.length()) {
            return negative ? 0xfff00000 : 0x7ff00000;
        }
        if (text.startsWith("0x", index) || text.startsWith("0X", index)) {
            readHex();
            return 0;
        }
        digits = new Natural(8);
        int seen = readDigits(0);
        if (peek() == '.') {
            ++index;
            seen += readDigits(1);
        }
        if (seen == 0) {
            throw bad();
        }
        if (peek() == '.') {
            throw new NumberFormatException("multiple points");
        }
        c = peek();
        if (c == 'e' || c == 'E') {
            ++index;
            readExponent();
            c = peek();
        }
        if (c == 'd' || c == 'D' || c == 'f' || c == 'F') {
            ++index;
        }
        if (index != text.length()) {
            throw bad();
        }
        return 0;
    }

    /** Reads a hexadecimal number with its power of two: 56 bits are kept, the lowest for all that follow. */
    private void readHex() {
        index += 2;
        int seen = 0;
        int places = -1;
        for (; digit() >= 0 || peek() == '.' && places < 0; ++index) {
            if (peek() == '.') {
                places = 0;
                continue;
            }
            ++seen;
            if (significand >>> 52 == 0) {
                significand = significand << 4 | digit();
                exponent -= places >= 0 ? 4 : 0;
            } else {
                significand |= digit() != 0 ? 1 : 0;
                exponent += places >= 0 ? 0 : 4;
            }
        }
        if (seen == 0 || peek() != 'p' && peek() != 'P') {
            throw bad();
        }
        ++index;
        readExponent();
        if ("dDfF".indexOf(peek()) >= 0) {
            ++index;
        }
        if (index != text.length()) {
            throw bad();
        }
        if (significand != 0) {
            int zeros = Long.numberOfLeadingZeros(significand) - 8;
            significand <<= zeros;
            exponent += power + 55 - zeros + 1023;
        }
    }

    private int digit() {
        return index < text.length() ? Character.digit(text.charAt(index), 16) : -1;
    }

    /** Makes the result, unless the text was hexadecimal, which gave it at once. */
    private void finish() {
        if (digits != null) {
            convert();
        }
    }

    /** Reads digits, each counting the power down by {@code step}; gives their number. */
    private int readDigits(int step) {
        int start = index;
        for (int c = peek(); c >= '0' && c <= '9'; c = peek()) {
            digits.multiplyAdd(10, c - '0');
            power -= step;
            ++index;
        }
        return index - start;
    }

    private void readExponent() {
        int sign = peek();
        if (sign == '-' || sign == '+') {
            ++index;
        }
        int start = index;
        int value = 0;
        for (int c = peek(); c >= '0' && c <= '9'; c = peek()) {
            if (value < 100000) {
                value = value * 10 + c - '0';
            }
            ++index;
        }
        if (index == start) {
            throw bad();
        }
        power += sign == '-' ? -value : value;
    }

    /** Turns digits * 10^power into significand * 2^exponent. */
    private void convert() {
        if (digits.isZero()) {
            exponent = 1;
            return;
        }
        // Decimal digits of the number before the point, roughly.
        int size = power + (digits.bitLength() * 1233 >> 12);
        if (size > FARTHEST) {
            exponent = 0x7ff;
            significand = 1L << 55;
            return;
        }
        if (size < -FARTHEST) {
            exponent = 1;
            return;
        }
        Natural unit = new Natural(1, 8);
        if (power >= 0) {
            digits.scale(power);
        } else {
            unit.scale(-power);
        }
        // Now the number is digits / unit. Shift until it lies in 1 to 2.
        int shift = digits.bitLength() - unit.bitLength();
        if (shift >= 0) {
            unit.shiftLeft(shift);
        } else {
            digits.shiftLeft(-shift);
        }
        if (digits.compareTo(unit) < 0) {
            digits.shiftLeft(1);
            --shift;
        }
        long quotient = 0;
        for (int i = 0; i < 56; ++i) {
            quotient <<= 1;
            if (digits.compareTo(unit) >= 0) {
                digits.subtract(unit);
                quotient |= 1;
            }
            digits.multiplyAdd(2, 0);
        }
        significand = digits.isZero() ? quotient : quotient | 1;
        exponent = shift + 1023;
    }
}
