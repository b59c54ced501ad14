package java.lang;

/**
 * An int as an object, and texts of ints.
 *
 * <p>Division is slow on the machine: digits come from shifts and additions that multiply by a tenth.
 */
public final class Integer extends Number implements Comparable<Integer> {

    /** The smallest int. */
    public static final int MIN_VALUE = 0x80000000;
    /** The largest int. */
    public static final int MAX_VALUE = 0x7fffffff;
    /** Bits of an int. */
    public static final int SIZE = 32;
    /** Bytes of an int. */
    public static final int BYTES = 4;

    /** Objects for -128 to 127, of which there is one each. */
    private static Integer[] small;

    private final int value;

    /** An object of its own. */
    public Integer(int value) {
        this.value = value;
    }

    /** An object; the same one each time for -128 to 127. */
    public static Integer valueOf(int value) {
        if (value < -128 || value > 127) {
            return new Integer(value);
        }
        if (small == null) {
            small = new Integer[256];
        }
        Integer object = small[value + 128];
        if (object == null) {
            object = new Integer(value);
            small[value + 128] = object;
        }
        return object;
    }

    /** The number of a decimal text. */
    public static Integer valueOf(String text) {
        return valueOf(parseInt(text, 10));
    }

    /** The number of a decimal text. */
    public static int parseInt(String text) {
        // Up to nine characters cannot be too large a number.
        if (text == null || text.value.length == 0 || text.value.length > 9) {
            return parseInt(text, 10);
        }
        char[] digits = text.value;
        int sign = digits[0];
        int i = sign == '-' || sign == '+' ? 1 : 0;
        int end = digits.length;
        int result = 0;
        int wrong = i - end & Integer.MIN_VALUE ^ Integer.MIN_VALUE;
        for (; i < end; ++i) {
            int digit = digits[i] - '0';
            wrong |= digit | 9 - digit;
            result = (result << 3) + (result << 1) + digit;
        }
        if (wrong < 0) {
            return parseInt(text, 10);
        }
        return sign == '-' ? -result : result;
    }

    /** The number of a text in a radix of 2 to 36. */
    public static int parseInt(String text, int radix) {
        if (text == null) {
            throw new NumberFormatException("Cannot parse null string");
        }
        Character.checkRadix(radix);
        char[] digits = text.value;
        int end = digits.length;
        int i = 0;
        boolean negative = false;
        if (end > 0 && (digits[0] == '-' || digits[0] == '+')) {
            negative = digits[0] == '-';
            i = 1;
        }
        // Counts down: there is one more negative number.
        int limit = negative ? MIN_VALUE : -MAX_VALUE;
        int least = radix == 10 ? -214748364 : limit / radix;
        int result = 0;
        boolean good = i < end;
        while (good && i < end) {
            int digit = Character.digit(digits[i++], radix);
            good = digit >= 0 && result >= least;
            result *= radix;
            good = good && result >= limit + digit;
            result -= digit;
        }
        if (!good) {
            throw NumberFormatException.forText(text, radix);
        }
        return negative ? result : -result;
    }

    /** The number of a text with an optional sign and one of the prefixes 0x, 0X, #, 0. */
    public static Integer decode(String text) {
        long value = Long.decode(text).longValue();
        if (value != (int) value) {
            throw NumberFormatException.forText(text, 10);
        }
        return valueOf((int) value);
    }

    /** Characters of the decimal text. */
    static int textLength(int value) {
        int length = 1;
        if (value < 0) {
            if (value == MIN_VALUE) {
                return 11;
            }
            value = -value;
            length = 2;
        }
        if (value >= 100000) {
            length += 5;
            if (value >= 10000000) {
                return value >= 1000000000 ? length + 4 : value >= 100000000 ? length + 3 : length + 2;
            }
            return value >= 1000000 ? length + 1 : length;
        }
        if (value >= 1000) {
            return value >= 10000 ? length + 4 : length + 3;
        }
        return value >= 100 ? length + 2 : value >= 10 ? length + 1 : length;
    }

    /** Writes the decimal text so that it ends before an index; gives the index of its first character. */
    public static int write(int value, char[] text, int end) {
        // As a number without sign, the smallest int is right, too.
        int rest = value < 0 ? -value : value;
        do {
            int tenth = (rest >>> 1) + (rest >>> 2);
            tenth += tenth >>> 4;
            tenth += tenth >>> 8;
            tenth = tenth + (tenth >>> 16) >>> 3;
            int digit = rest - ((tenth << 3) + (tenth << 1));
            if (digit > 9) {
                ++tenth;
                digit -= 10;
            }
            text[--end] = (char) (digit + '0');
            rest = tenth;
        } while (rest != 0);
        if (value < 0) {
            text[--end] = '-';
        }
        return end;
    }

    /** Decimal text. */
    public static String toString(int value) {
        char[] text = new char[textLength(value)];
        write(value, text, text.length);
        return new String(text, true);
    }

    /** Text in a radix of 2 to 36. */
    public static String toString(int value, int radix) {
        return Long.toString(value, radix);
    }

    /** Text of a number without sign whose digits have a number of bits. */
    private static String toDigits(int value, int bits) {
        int length = 1;
        for (int rest = value >>> bits; rest != 0; rest >>>= bits) {
            ++length;
        }
        char[] text = new char[length];
        int mask = (1 << bits) - 1;
        while (--length >= 0) {
            int digit = value & mask;
            text[length] = (char) (digit < 10 ? '0' + digit : 'a' - 10 + digit);
            value >>>= bits;
        }
        return new String(text, true);
    }

    /** Hexadecimal text of the number without sign. */
    public static String toHexString(int value) {
        return toDigits(value, 4);
    }

    /** Octal text of the number without sign. */
    public static String toOctalString(int value) {
        return toDigits(value, 3);
    }

    /** Binary text of the number without sign. */
    public static String toBinaryString(int value) {
        return toDigits(value, 1);
    }

    /** Decimal text of the number without sign. */
    public static String toUnsignedString(int value) {
        return Long.toString(value & 0xffffffffL);
    }

    /** The number without sign as a long. */
    public static long toUnsignedLong(int value) {
        return value & 0xffffffffL;
    }

    /** Quotient of numbers without sign. */
    public static int divideUnsigned(int dividend, int divisor) {
        return (int) (toUnsignedLong(dividend) / toUnsignedLong(divisor));
    }

    /** Remainder of numbers without sign. */
    public static int remainderUnsigned(int dividend, int divisor) {
        return (int) (toUnsignedLong(dividend) % toUnsignedLong(divisor));
    }

    /** Order of two numbers. */
    public static int compare(int a, int b) {
        return a < b ? -1 : a == b ? 0 : 1;
    }

    /** Order of two numbers without sign. */
    public static int compareUnsigned(int a, int b) {
        return compare(a + MIN_VALUE, b + MIN_VALUE);
    }

    /** -1, 0 or 1. */
    public static int signum(int value) {
        return value >> 31 | -value >>> 31;
    }

    /** The larger number. */
    public static int max(int a, int b) {
        return a >= b ? a : b;
    }

    /** The smaller number. */
    public static int min(int a, int b) {
        return a <= b ? a : b;
    }

    /** The sum. */
    public static int sum(int a, int b) {
        return a + b;
    }

    /** Number of ones. */
    public static int bitCount(int value) {
        value -= value >>> 1 & 0x55555555;
        value = (value & 0x33333333) + (value >>> 2 & 0x33333333);
        value = value + (value >>> 4) & 0x0f0f0f0f;
        value += value >>> 8;
        return value + (value >>> 16) & 0x3f;
    }

    /** Zeros above the highest one. */
    public static int numberOfLeadingZeros(int value) {
        if (value == 0) {
            return 32;
        }
        int zeros = 0;
        if (value >>> 16 == 0) {
            zeros = 16;
            value <<= 16;
        }
        if (value >>> 24 == 0) {
            zeros += 8;
            value <<= 8;
        }
        if (value >>> 28 == 0) {
            zeros += 4;
            value <<= 4;
        }
        if (value >>> 30 == 0) {
            zeros += 2;
            value <<= 2;
        }
        return value < 0 ? zeros : zeros + 1;
    }

    /** Zeros below the lowest one. */
    public static int numberOfTrailingZeros(int value) {
        return value == 0 ? 32 : 31 - numberOfLeadingZeros(value & -value);
    }

    /** The highest one alone. */
    public static int highestOneBit(int value) {
        return value == 0 ? 0 : MIN_VALUE >>> numberOfLeadingZeros(value);
    }

    /** The lowest one alone. */
    public static int lowestOneBit(int value) {
        return value & -value;
    }

    /** The bits moved up, those that fall out coming in below. */
    public static int rotateLeft(int value, int distance) {
        return value << distance | value >>> -distance;
    }

    /** The bits moved down, those that fall out coming in above. */
    public static int rotateRight(int value, int distance) {
        return value >>> distance | value << -distance;
    }

    /** The bits in the other order. */
    public static int reverse(int value) {
        value = (value & 0x55555555) << 1 | value >>> 1 & 0x55555555;
        value = (value & 0x33333333) << 2 | value >>> 2 & 0x33333333;
        value = (value & 0x0f0f0f0f) << 4 | value >>> 4 & 0x0f0f0f0f;
        return reverseBytes(value);
    }

    /** The bytes in the other order. */
    public static int reverseBytes(int value) {
        return value << 24 | (value & 0xff00) << 8 | value >>> 8 & 0xff00 | value >>> 24;
    }

    /** The hash code of an object with a value. */
    public static int hashCode(int value) {
        return value;
    }

    @Override
    public int intValue() {
        return value;
    }

    @Override
    public long longValue() {
        return value;
    }

    @Override
    public float floatValue() {
        return value;
    }

    @Override
    public double doubleValue() {
        return value;
    }

    @Override
    public int compareTo(Integer other) {
        return compare(value, other.value);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Integer && ((Integer) other).value == value;
    }

    @Override
    public int hashCode() {
        return value;
    }

    @Override
    public String toString() {
        // As the static method, with one call less on the stack.
        char[] text = new char[textLength(value)];
        write(value, text, text.length);
        return new String(text, true);
    }

    /** The number of a decimal text. */
    public Integer(String text) {
        this(parseInt(text, 10));
    }

    /** The number of a text in a radix of 2 to 36. */
    public static Integer valueOf(String text, int radix) {
        return valueOf(parseInt(text, radix));
    }

    /** The number of part of a text in a radix of 2 to 36. */
    public static int parseInt(CharSequence text, int start, int end, int radix) {
        return parseInt(text.subSequence(start, end).toString(), radix);
    }

    /** The number without sign of a decimal text. */
    public static int parseUnsignedInt(String text) {
        return parseUnsignedInt(text, 10);
    }

    /** The number without sign of a text in a radix of 2 to 36. */
    public static int parseUnsignedInt(String text, int radix) {
        if (text == null) {
            throw new NumberFormatException("Cannot parse null string");
        }
        if (text.startsWith("-")) {
            throw new NumberFormatException(
                    String.format("Illegal leading minus sign on unsigned string %s.", text));
        }
        long value = Long.parseLong(text, radix);
        if (value >>> 32 != 0) {
            throw new NumberFormatException(
                    String.format("String value %s exceeds range of unsigned int.", text));
        }
        return (int) value;
    }

    /** The number without sign of part of a text in a radix of 2 to 36. */
    public static int parseUnsignedInt(CharSequence text, int start, int end, int radix) {
        return parseUnsignedInt(text.subSequence(start, end).toString(), radix);
    }

    /** Text of the number without sign in a radix of 2 to 36. */
    public static String toUnsignedString(int value, int radix) {
        return Long.toString(toUnsignedLong(value), radix);
    }

    /** The number that a property of the system is, or null. */
    public static Integer getInteger(String key) {
        return getInteger(key, null);
    }

    /** The number that a property of the system is, or another one. */
    public static Integer getInteger(String key, int otherwise) {
        Integer value = getInteger(key, null);
        return value == null ? (Integer) otherwise : value;
    }

    /** The number that a property of the system is, or another one. */
    public static Integer getInteger(String key, Integer otherwise) {
        String text = key == null || key.isEmpty() ? null : System.getProperty(key);
        if (text != null) {
            try {
                return decode(text);
            } catch (NumberFormatException e) {
                return otherwise;
            }
        }
        return otherwise;
    }
}
