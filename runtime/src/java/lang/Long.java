package java.lang;

/** A long as an object, and texts of longs. */
public final class Long extends Number implements Comparable<Long> {

    /** The smallest long. */
    public static final long MIN_VALUE = 0x8000000000000000L;
    /** The largest long. */
    public static final long MAX_VALUE = 0x7fffffffffffffffL;
    /** Bits of a long. */
    public static final int SIZE = 64;
    /** Bytes of a long. */
    public static final int BYTES = 8;

    /** Objects for -128 to 127, of which there is one each. */
    private static Long[] small;

    private final long value;

    /** An object of its own. */
    public Long(long value) {
        this.value = value;
    }

    /** An object; the same one each time for -128 to 127. */
    public static Long valueOf(long value) {
        int index = (int) value + 128;
        if (value != (int) value || index < 0 || index > 255) {
            return new Long(value);
        }
        if (small == null) {
            small = new Long[256];
        }
        Long object = small[index];
        if (object == null) {
            object = new Long(value);
            small[index] = object;
        }
        return object;
    }

    /** The number of a decimal text. */
    public static Long valueOf(String text) {
        return valueOf(parseLong(text, 10));
    }

    /** The number of a decimal text. */
    public static long parseLong(String text) {
        return parseLong(text, 10);
    }

    /** The number of a text in a radix of 2 to 36. */
    public static long parseLong(String text, int radix) {
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
        long limit = negative ? MIN_VALUE : -MAX_VALUE;
        long least = limit / radix;
        long result = 0;
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
    public static Long decode(String text) {
        if (text.isEmpty()) {
            throw new NumberFormatException("Zero length string");
        }
        char sign = text.charAt(0);
        int start = sign == '-' || sign == '+' ? 1 : 0;
        int radix = 10;
        if (text.startsWith("0x", start) || text.startsWith("0X", start)) {
            radix = 16;
            start += 2;
        } else if (text.startsWith("#", start)) {
            radix = 16;
            ++start;
        } else if (text.startsWith("0", start) && text.length() > start + 1) {
            radix = 8;
            ++start;
        }
        String digits = text.substring(start);
        if (digits.startsWith("-") || digits.startsWith("+")) {
            throw new NumberFormatException("Sign character in wrong position");
        }
        return valueOf(parseLong(sign == '-' ? "-" + digits : digits, radix));
    }

    /** Decimal text. */
    public static String toString(long value) {
        if (value == (int) value) {
            char[] text = new char[Integer.textLength((int) value)];
            Integer.write((int) value, text, text.length);
            return new String(text, true);
        }
        if (value == MIN_VALUE) {
            return "-9223372036854775808";
        }
        char[] text = new char[20];
        int start = write(value < 0 ? -value : value, text, 20);
        if (value < 0) {
            text[--start] = '-';
        }
        return new String(text, start, 20 - start);
    }

    /** Writes the digits of a number that is not negative so that they end before an index; gives that of the first. */
    static int write(long rest, char[] text, int start) {
        while (rest != (int) rest) {
            // Nine digits at a time are an int.
            long high = rest / 1000000000;
            int next = start - 9;
            start = Integer.write((int) (rest - high * 1000000000), text, start);
            while (start > next) {
                text[--start] = '0';
            }
            rest = high;
        }
        return Integer.write((int) rest, text, start);
    }

    /** Text in a radix of 2 to 36. */
    public static String toString(long value, int radix) {
        if (radix < Character.MIN_RADIX || radix > Character.MAX_RADIX) {
            radix = 10;
        }
        char[] text = new char[65];
        int start = 65;
        long rest = value;
        do {
            long next = rest / radix;
            int digit = (int) (rest - next * radix);
            text[--start] = Character.forDigit(digit < 0 ? -digit : digit, radix);
            rest = next;
        } while (rest != 0);
        if (value < 0) {
            text[--start] = '-';
        }
        return new String(text, start, 65 - start);
    }

    /** Text of a number without sign whose digits have a number of bits. */
    private static String toDigits(long value, int bits) {
        char[] text = new char[64];
        int start = 64;
        int mask = (1 << bits) - 1;
        do {
            int digit = (int) value & mask;
            text[--start] = (char) (digit < 10 ? '0' + digit : 'a' - 10 + digit);
            value >>>= bits;
        } while (value != 0);
        return new String(text, start, 64 - start);
    }

    /** Hexadecimal text of the number without sign. */
    public static String toHexString(long value) {
        return toDigits(value, 4);
    }

    /** Octal text of the number without sign. */
    public static String toOctalString(long value) {
        return toDigits(value, 3);
    }

    /** Binary text of the number without sign. */
    public static String toBinaryString(long value) {
        return toDigits(value, 1);
    }

    /** Order of two numbers. */
    public static int compare(long a, long b) {
        return a < b ? -1 : a == b ? 0 : 1;
    }

    /** Order of two numbers without sign. */
    public static int compareUnsigned(long a, long b) {
        return compare(a + MIN_VALUE, b + MIN_VALUE);
    }

    /** -1, 0 or 1. */
    public static int signum(long value) {
        return (int) (value >> 63) | (int) (-value >>> 63);
    }

    /** The larger number. */
    public static long max(long a, long b) {
        return a >= b ? a : b;
    }

    /** The smaller number. */
    public static long min(long a, long b) {
        return a <= b ? a : b;
    }

    /** The sum. */
    public static long sum(long a, long b) {
        return a + b;
    }

    /** Number of ones. */
    public static int bitCount(long value) {
        return Integer.bitCount((int) value) + Integer.bitCount((int) (value >>> 32));
    }

    /** Zeros above the highest one. */
    public static int numberOfLeadingZeros(long value) {
        int high = (int) (value >>> 32);
        return high == 0 ? 32 + Integer.numberOfLeadingZeros((int) value) : Integer.numberOfLeadingZeros(high);
    }

    /** Zeros below the lowest one. */
    public static int numberOfTrailingZeros(long value) {
        int low = (int) value;
        return low == 0 ? 32 + Integer.numberOfTrailingZeros((int) (value >>> 32))
                : Integer.numberOfTrailingZeros(low);
    }

    /** The highest one alone. */
    public static long highestOneBit(long value) {
        return value == 0 ? 0 : MIN_VALUE >>> numberOfLeadingZeros(value);
    }

    /** The lowest one alone. */
    public static long lowestOneBit(long value) {
        return value & -value;
    }

    /** The bits moved up, those that fall out coming in below. */
    public static long rotateLeft(long value, int distance) {
        return value << distance | value >>> -distance;
    }

    /** The bits moved down, those that fall out coming in above. */
    public static long rotateRight(long value, int distance) {
        return value >>> distance | value << -distance;
    }

    /** The bits in the other order. */
    public static long reverse(long value) {
        return (long) Integer.reverse((int) value) << 32 | Integer.reverse((int) (value >>> 32)) & 0xffffffffL;
    }

    /** The bytes in the other order. */
    public static long reverseBytes(long value) {
        return (long) Integer.reverseBytes((int) value) << 32
                | Integer.reverseBytes((int) (value >>> 32)) & 0xffffffffL;
    }

    /** The hash code of an object with a value. */
    public static int hashCode(long value) {
        return (int) (value ^ value >>> 32);
    }

    @Override
    public int intValue() {
        return (int) value;
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
    public int compareTo(Long other) {
        return compare(value, other.value);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Long && ((Long) other).value == value;
    }

    @Override
    public int hashCode() {
        return hashCode(value);
    }

    @Override
    public String toString() {
        return toString(value);
    }

    /** The number of a decimal text. */
    public Long(String text) {
        this(parseLong(text, 10));
    }

    /** The number of a text in a radix of 2 to 36. */
    public static Long valueOf(String text, int radix) {
        return valueOf(parseLong(text, radix));
    }

    /** The number of part of a text in a radix of 2 to 36. */
    public static long parseLong(CharSequence text, int start, int end, int radix) {
        return parseLong(text.subSequence(start, end).toString(), radix);
    }

    /** The number without sign of a decimal text. */
    public static long parseUnsignedLong(String text) {
        return parseUnsignedLong(text, 10);
    }

    /** The number without sign of a text in a radix of 2 to 36. */
    public static long parseUnsignedLong(String text, int radix) {
        if (text == null) {
            throw new NumberFormatException("Cannot parse null string");
        }
        if (text.startsWith("-")) {
            throw new NumberFormatException(
                    String.format("Illegal leading minus sign on unsigned string %s.", text));
        }
        Character.checkRadix(radix);
        int i = text.startsWith("+") ? 1 : 0;
        if (i == text.length()) {
            throw NumberFormatException.forText(text, radix);
        }
        long most = divideUnsigned(-1L, radix);
        long value = 0;
        for (; i < text.length(); ++i) {
            int digit = Character.digit(text.charAt(i), radix);
            if (digit < 0) {
                throw NumberFormatException.forText(text, radix);
            }
            long next = value * radix + digit;
            if (compareUnsigned(value, most) > 0 || compareUnsigned(next, digit) < 0) {
                throw new NumberFormatException(
                        String.format("String value %s exceeds range of unsigned long.", text));
            }
            value = next;
        }
        return value;
    }

    /** The number without sign of part of a text in a radix of 2 to 36. */
    public static long parseUnsignedLong(CharSequence text, int start, int end, int radix) {
        return parseUnsignedLong(text.subSequence(start, end).toString(), radix);
    }

    /** Decimal text of the number without sign. */
    public static String toUnsignedString(long value) {
        return toUnsignedString(value, 10);
    }

    /** Text of the number without sign in a radix of 2 to 36. */
    public static String toUnsignedString(long value, int radix) {
        if (value >= 0) {
            return toString(value, radix);
        }
        if (radix < Character.MIN_RADIX || radix > Character.MAX_RADIX) {
            radix = 10;
        }
        long quotient = divideUnsigned(value, radix);
        return toString(quotient, radix) + Character.forDigit((int) (value - quotient * radix), radix);
    }

    /** Quotient of numbers without sign. */
    public static long divideUnsigned(long dividend, long divisor) {
        if (divisor < 0) {
            return compareUnsigned(dividend, divisor) < 0 ? 0 : 1;
        }
        if (dividend >= 0) {
            return dividend / divisor;
        }
        // Half of the dividend fits a long; what that leaves decides the last bit.
        long quotient = (dividend >>> 1) / divisor << 1;
        return compareUnsigned(dividend - quotient * divisor, divisor) < 0 ? quotient : quotient + 1;
    }

    /** Remainder of numbers without sign. */
    public static long remainderUnsigned(long dividend, long divisor) {
        return dividend - divideUnsigned(dividend, divisor) * divisor;
    }

    /** The number that a property of the system is, or null. */
    public static Long getLong(String key) {
        return getLong(key, null);
    }

    /** The number that a property of the system is, or another one. */
    public static Long getLong(String key, long otherwise) {
        Long value = getLong(key, null);
        return value == null ? (Long) otherwise : value;
    }

    /** The number that a property of the system is, or another one. */
    public static Long getLong(String key, Long otherwise) {
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
