package java.lang;

/**
 * A char as an object, and properties of characters. Letters, digits and case are known for U+0000 to U+00FF;
 * all others count as symbols without case.
 */
public final class Character implements java.io.Serializable, Comparable<Character> {

    /** The smallest char. */
    public static final char MIN_VALUE = 0;
    /** The largest char. */
    public static final char MAX_VALUE = '\uffff';
    /** The smallest radix of texts of numbers. */
    public static final int MIN_RADIX = 2;
    /** The largest radix of texts of numbers. */
    public static final int MAX_RADIX = 36;
    /** Bits of a char. */
    public static final int SIZE = 16;
    /** Bytes of a char. */
    public static final int BYTES = 2;

    /** The smallest first unit of two. */
    public static final char MIN_HIGH_SURROGATE = '\ud800';
    /** The largest first unit of two. */
    public static final char MAX_HIGH_SURROGATE = '\udbff';
    /** The smallest second unit of two. */
    public static final char MIN_LOW_SURROGATE = '\udc00';
    /** The largest second unit of two. */
    public static final char MAX_LOW_SURROGATE = '\udfff';
    /** The smallest unit of two. */
    public static final char MIN_SURROGATE = '\ud800';
    /** The largest unit of two. */
    public static final char MAX_SURROGATE = '\udfff';
    /** The smallest character of two units. */
    public static final int MIN_SUPPLEMENTARY_CODE_POINT = 0x10000;
    /** The smallest character. */
    public static final int MIN_CODE_POINT = 0;
    /** The largest character. */
    public static final int MAX_CODE_POINT = 0x10ffff;

    /** Objects for 0 to 127, of which there is one each. */
    private static Character[] small;

    private final char value;

    /** An object of its own. */
    public Character(char value) {
        this.value = value;
    }

    /** An object; the same one each time for 0 to 127. */
    public static Character valueOf(char value) {
        if (value > 127) {
            return new Character(value);
        }
        if (small == null) {
            small = new Character[128];
        }
        Character object = small[value];
        if (object == null) {
            object = new Character(value);
            small[value] = object;
        }
        return object;
    }

    /** Whether this is one of 0 to 9. */
    public static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /** Whether this is a letter. */
    public static boolean isLetter(char c) {
        return isLowerCase(c) || c >= 'A' && c <= 'Z' || c >= '\u00c0' && c <= '\u00de' && c != '\u00d7';
    }

    /** Whether this is a letter or a digit. */
    public static boolean isLetterOrDigit(char c) {
        return isDigit(c) || isLetter(c);
    }

    /** Whether this is a letter or a digit. */
    public static boolean isAlphabetic(int codePoint) {
        return codePoint < 0x10000 && isLetter((char) codePoint);
    }

    /** Whether this is a small letter. */
    public static boolean isLowerCase(char c) {
        return c >= 'a' && c <= 'z' || c >= '\u00df' && c <= '\u00ff' && c != '\u00f7'
                || c == '\u00aa' || c == '\u00b5' || c == '\u00ba';
    }

    /** Whether this is a capital letter. */
    public static boolean isUpperCase(char c) {
        return c >= 'A' && c <= 'Z' || c >= '\u00c0' && c <= '\u00de' && c != '\u00d7';
    }

    /** Whether this parts words: a blank, tabulator, line end and the like. */
    public static boolean isWhitespace(char c) {
        return c == ' ' || c >= 9 && c <= 13 || c >= 28 && c <= 31;
    }

    /** Whether this may begin a Java identifier. */
    public static boolean isJavaIdentifierStart(char c) {
        return isLetter(c) || c == '_' || c == '$' || c >= '\u00a2' && c <= '\u00a5';
    }

    /** Whether this may be part of a Java identifier. */
    public static boolean isJavaIdentifierPart(char c) {
        return isJavaIdentifierStart(c) || isDigit(c);
    }

    /** The small letter of a capital one. */
    public static char toLowerCase(char c) {
        return isUpperCase(c) ? (char) (c + 32) : c;
    }

    /** The capital letter of a small one. */
    public static char toUpperCase(char c) {
        if (c >= 'a' && c <= 'z' || c >= '\u00e0' && c <= '\u00fe' && c != '\u00f7') {
            return (char) (c - 32);
        }
        if (c == '\u00ff') {
            return '\u0178';
        }
        return c == '\u00b5' ? '\u039c' : c;
    }

    /** Value of a digit in a radix, or -1. */
    public static int digit(char c, int radix) {
        int digit = -1;
        if (c >= '0' && c <= '9') {
            digit = c - '0';
        } else if (c >= 'a' && c <= 'z') {
            digit = c - 'a' + 10;
        } else if (c >= 'A' && c <= 'Z') {
            digit = c - 'A' + 10;
        }
        return digit < radix && radix >= MIN_RADIX && radix <= MAX_RADIX ? digit : -1;
    }

    /** Value of a digit, also of the letters as digits, or -1. */
    public static int getNumericValue(char c) {
        return digit(c, MAX_RADIX);
    }

    /** Digit of a value in a radix, or 0. */
    public static char forDigit(int digit, int radix) {
        if (digit < 0 || digit >= radix || radix < MIN_RADIX || radix > MAX_RADIX) {
            return 0;
        }
        return (char) (digit < 10 ? '0' + digit : 'a' - 10 + digit);
    }

    /** Whether this is a blank. */
    public static boolean isSpaceChar(char c) {
        return c == ' ' || c == '\u00a0' || c >= '\u2000' && c <= '\u200a' || c == '\u3000';
    }

    /** Whether this is a control character. */
    public static boolean isISOControl(char c) {
        return c < 32 || c >= 127 && c < 160;
    }

    /** Whether this is a digraph with a capital letter first: none is known. */
    public static boolean isTitleCase(char c) {
        return false;
    }

    /** Whether this is a character: known up to U+00FF, those above count as characters. */
    public static boolean isDefined(char c) {
        return c < 0xfff0;
    }

    /** Whether this is one of 0 to 9. */
    public static boolean isDigit(int codePoint) {
        return codePoint >>> 16 == 0 && isDigit((char) codePoint);
    }

    /** Whether this is a letter. */
    public static boolean isLetter(int codePoint) {
        return codePoint >>> 16 == 0 && isLetter((char) codePoint);
    }

    /** Whether this is a letter or a digit. */
    public static boolean isLetterOrDigit(int codePoint) {
        return codePoint >>> 16 == 0 && isLetterOrDigit((char) codePoint);
    }

    /** Whether this is a small letter. */
    public static boolean isLowerCase(int codePoint) {
        return codePoint >>> 16 == 0 && isLowerCase((char) codePoint);
    }

    /** Whether this is a capital letter. */
    public static boolean isUpperCase(int codePoint) {
        return codePoint >>> 16 == 0 && isUpperCase((char) codePoint);
    }

    /** Whether this parts words. */
    public static boolean isWhitespace(int codePoint) {
        return codePoint >>> 16 == 0 && isWhitespace((char) codePoint);
    }

    /** Whether this is a blank. */
    public static boolean isSpaceChar(int codePoint) {
        return codePoint >>> 16 == 0 && isSpaceChar((char) codePoint);
    }

    /** Whether this is a control character. */
    public static boolean isISOControl(int codePoint) {
        return codePoint >>> 16 == 0 && isISOControl((char) codePoint);
    }

    /** Whether this may begin a Java identifier. */
    public static boolean isJavaIdentifierStart(int codePoint) {
        return codePoint >>> 16 == 0 && isJavaIdentifierStart((char) codePoint);
    }

    /** Whether this may be part of a Java identifier. */
    public static boolean isJavaIdentifierPart(int codePoint) {
        return codePoint >>> 16 == 0 && isJavaIdentifierPart((char) codePoint);
    }

    /** Whether this is a digraph with a capital letter first: none is known. */
    public static boolean isTitleCase(int codePoint) {
        return codePoint >>> 16 == 0 && isTitleCase((char) codePoint);
    }

    /** Whether this is a character. */
    public static boolean isDefined(int codePoint) {
        return codePoint >>> 16 == 0 && isDefined((char) codePoint);
    }

    /** The small letter of a capital one. */
    public static int toLowerCase(int codePoint) {
        return codePoint >>> 16 == 0 ? toLowerCase((char) codePoint) : codePoint;
    }

    /** The capital letter of a small one. */
    public static int toUpperCase(int codePoint) {
        return codePoint >>> 16 == 0 ? toUpperCase((char) codePoint) : codePoint;
    }

    /** The letter that begins a word. */
    public static char toTitleCase(char c) {
        return toUpperCase(c);
    }

    /** Value of a digit in a radix, or -1. */
    public static int digit(int codePoint, int radix) {
        return codePoint >>> 16 == 0 ? digit((char) codePoint, radix) : -1;
    }

    /** Value of a digit, also of the letters as digits, or -1. */
    public static int getNumericValue(int codePoint) {
        return digit(codePoint, MAX_RADIX);
    }

    /** Whether there is a character with this number. */
    public static boolean isValidCodePoint(int codePoint) {
        return codePoint >= 0 && codePoint <= MAX_CODE_POINT;
    }

    /** Whether a character has one unit. */
    public static boolean isBmpCodePoint(int codePoint) {
        return codePoint >>> 16 == 0;
    }

    /** Whether a character has two units. */
    public static boolean isSupplementaryCodePoint(int codePoint) {
        return codePoint >= MIN_SUPPLEMENTARY_CODE_POINT && codePoint <= MAX_CODE_POINT;
    }

    /** Whether two units make one character. */
    public static boolean isSurrogatePair(char high, char low) {
        return isHighSurrogate(high) && isLowSurrogate(low);
    }

    /** The units of a character. */
    public static char[] toChars(int codePoint) {
        return toString(codePoint).toCharArray();
    }

    /** A string of one character. */
    public static String toString(int codePoint) {
        if (!isValidCodePoint(codePoint)) {
            throw new IllegalArgumentException(
                    String.format("Not a valid Unicode code point: 0x%X", codePoint));
        }
        return new StringBuilder(2).appendCodePoint(codePoint).toString();
    }

    /** The character, of one or two units, at an index. */
    public static int codePointAt(CharSequence text, int index) {
        char high = text.charAt(index);
        if (isHighSurrogate(high) && index + 1 < text.length() && isLowSurrogate(text.charAt(index + 1))) {
            return toCodePoint(high, text.charAt(index + 1));
        }
        return high;
    }

    /** The character, of one or two units, at an index. */
    public static int codePointAt(char[] text, int index) {
        char high = text[index];
        if (isHighSurrogate(high) && index + 1 < text.length && isLowSurrogate(text[index + 1])) {
            return toCodePoint(high, text[index + 1]);
        }
        return high;
    }

    /** Number of characters, of one or two units, from an index up to another. */
    public static int codePointCount(CharSequence text, int start, int end) {
        if (start < 0 || start > end || end > text.length()) {
            throw new IndexOutOfBoundsException();
        }
        int count = end - start;
        for (int i = start; i < end - 1; ++i) {
            if (isSurrogatePair(text.charAt(i), text.charAt(i + 1))) {
                --count;
                ++i;
            }
        }
        return count;
    }

    /** The index a number of characters, of one or two units, away from another. */
    public static int offsetByCodePoints(CharSequence text, int index, int count) {
        int length = text.length();
        if (index < 0 || index > length) {
            throw new IndexOutOfBoundsException();
        }
        for (; count > 0; --count) {
            if (index >= length) {
                throw new IndexOutOfBoundsException();
            }
            index += charCount(codePointAt(text, index));
        }
        for (; count < 0; ++count) {
            if (index <= 0) {
                throw new IndexOutOfBoundsException();
            }
            --index;
            if (index > 0 && isSurrogatePair(text.charAt(index - 1), text.charAt(index))) {
                --index;
            }
        }
        return index;
    }

    /** The char with its bytes exchanged. */
    public static char reverseBytes(char value) {
        return (char) (value << 8 | value >> 8);
    }

    static void checkRadix(int radix) {
        if (radix < MIN_RADIX) {
            throw new NumberFormatException("radix " + radix + " less than Character.MIN_RADIX");
        }
        if (radix > MAX_RADIX) {
            throw new NumberFormatException("radix " + radix + " greater than Character.MAX_RADIX");
        }
    }

    /** Whether this is the first of two units. */
    public static boolean isHighSurrogate(char c) {
        return c >= '\ud800' && c <= '\udbff';
    }

    /** Whether this is the second of two units. */
    public static boolean isLowSurrogate(char c) {
        return c >= '\udc00' && c <= '\udfff';
    }

    /** Whether this is one of two units. */
    public static boolean isSurrogate(char c) {
        return c >= '\ud800' && c <= '\udfff';
    }

    /** The character of two units. */
    public static int toCodePoint(char high, char low) {
        return 0x10000 + (high - 0xd800 << 10) + (low - 0xdc00);
    }

    /** The first of the two units of a character. */
    public static char highSurrogate(int codePoint) {
        return (char) (0xd800 + (codePoint - 0x10000 >>> 10));
    }

    /** The second of the two units of a character. */
    public static char lowSurrogate(int codePoint) {
        return (char) (0xdc00 + (codePoint & 0x3ff));
    }

    /** Units of a character: 1 or 2. */
    public static int charCount(int codePoint) {
        return codePoint >= 0x10000 ? 2 : 1;
    }

    /** A string of one character. */
    public static String toString(char value) {
        return String.valueOf(value);
    }

    /** Difference of two characters, as their order. */
    public static int compare(char a, char b) {
        return a - b;
    }

    /** The hash code of an object with a value. */
    public static int hashCode(char value) {
        return value;
    }

    /** The value. */
    public char charValue() {
        return value;
    }

    @Override
    public int compareTo(Character other) {
        return value - other.value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Character && ((Character) other).value == value;
    }

    @Override
    public int hashCode() {
        return value;
    }

    @Override
    public String toString() {
        return String.valueOf(value);
    }
}
