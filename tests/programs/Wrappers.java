/** Numbers, characters and booleans as objects: texts, radixes, unsigned arithmetic, order. */
public class Wrappers {

    static String refused(Runnable action) {
        try {
            action.run();
            return "done";
        } catch (RuntimeException e) {
            return e.getClass().getSimpleName() + ":" + e.getMessage();
        }
    }

    static void integers() {
        System.out.println(Integer.valueOf("7f", 16) + " " + Integer.parseInt("x-101x", 1, 5, 2) + " "
                + Integer.parseUnsignedInt("4294967295") + " " + Integer.parseUnsignedInt("ffffffff", 16) + " "
                + Integer.toUnsignedString(-2) + " " + Integer.toUnsignedString(-2, 16) + " " + Integer.toString(-255, 36)
                + " " + Integer.divideUnsigned(-1, 3) + Integer.remainderUnsigned(-1, 7) + Integer.compareUnsigned(-1, 1)
                + Integer.decode("-0x1F") + Integer.decode("#ff") + Integer.decode("017") + Integer.hashCode(9));
        System.out.println(refused(() -> Integer.parseInt("2147483648")) + refused(() -> Integer.parseInt(""))
                + refused(() -> Integer.parseInt("1", 99)) + refused(() -> Integer.parseUnsignedInt("-1"))
                + refused(() -> Integer.parseUnsignedInt("4294967296")) + refused(() -> Integer.valueOf("z")));
        for (long value : new long[] {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1234567890123L, -98765432109L}) {
            System.out.println(Long.toUnsignedString(value) + " " + Long.toUnsignedString(value, 7) + " "
                    + Long.divideUnsigned(value, 10) + " " + Long.remainderUnsigned(value, 1000003) + " "
                    + Long.divideUnsigned(value, -5) + Long.compareUnsigned(value, 77) + " " + Long.hashCode(value)
                    + " " + Long.parseUnsignedLong(Long.toUnsignedString(value)) + " " + Long.toBinaryString(value)
                    + Long.bitCount(value) + Long.numberOfLeadingZeros(value) + Long.signum(value)
                    + Long.highestOneBit(value) + Long.reverse(value) + Long.reverseBytes(value) + Long.rotateLeft(value, 9));
        }
        System.out.println(refused(() -> Long.parseUnsignedLong("18446744073709551616"))
                + refused(() -> Long.parseLong("9223372036854775808")) + refused(() -> Long.parseUnsignedLong("+"))
                + Long.valueOf("zz", 36) + Long.parseLong("a12b", 1, 3, 10) + new Long("5") + Long.decode("-0X10"));
    }

    static void small() {
        System.out.println(Short.parseShort("-32768") + Short.toUnsignedInt((short) -1) + " " + Short.toUnsignedLong((short) -2)
                + Short.reverseBytes((short) 0x1234) + Short.compareUnsigned((short) -1, (short) 1) + Short.valueOf("77", 8)
                + Short.decode("0x7f") + Short.compare((short) 1, (short) 2) + Short.hashCode((short) -3)
                + Byte.parseByte("-80", 16) + Byte.toUnsignedInt((byte) -1) + Byte.toUnsignedLong((byte) -2)
                + Byte.compareUnsigned((byte) -1, (byte) 1) + Byte.valueOf("11", 2) + Byte.decode("-1") + Byte.toString((byte) 5)
                + refused(() -> Byte.parseByte("128")) + refused(() -> Short.parseShort("99999"))
                + refused(() -> Byte.decode("200")));
        System.out.println(Boolean.logicalAnd(true, false) + "" + Boolean.logicalOr(true, false)
                + Boolean.logicalXor(true, true) + Boolean.parseBoolean("TRUE") + Boolean.valueOf("yes")
                + Boolean.compare(true, false) + Boolean.hashCode(true) + Boolean.TRUE.compareTo(false));
        Number number = 3.99;
        System.out.println(number.byteValue() + " " + number.shortValue() + number.intValue() + number.longValue()
                + number.floatValue() + ((Number) 300L).byteValue() + ((Object) 127).equals(127L) + (Integer.valueOf(127) == Integer.valueOf(127))
                + (Integer.valueOf(128) == Integer.valueOf(128)) + (Long.valueOf(-128) == Long.valueOf(-128)));
    }

    static void reals() {
        for (double value : new double[] {0, -0.0, 1, -1.5, 0.1, 1e300, Double.MIN_VALUE, Double.MAX_VALUE,
            Double.MIN_NORMAL, Double.NaN, Double.NEGATIVE_INFINITY}) {
            System.out.print(Double.toHexString(value) + " " + Float.toHexString((float) value) + " "
                    + Double.hashCode(value) + Double.isFinite(value) + Double.compare(value, 1) + "; ");
        }
        System.out.println(Double.sum(1, 2) + Double.max(3, 4) + Double.min(5, 6) + " " + Float.sum(1, 2) + new Float(2.5)
                + Float.hashCode(1.5f) + Float.compare(0f, -0f) + Double.valueOf("1e3").intValue()
                + Double.valueOf(300.7).byteValue() + Float.valueOf("0x1.8p1") + refused(() -> Double.parseDouble("x")));
    }

    static void characters() {
        StringBuilder row = new StringBuilder();
        for (int c : new int[] {'a', 'Z', '5', ' ', '_', 9, 0xa0, 0xe9, 0xdf, '$', 0x1f600}) {
            row.append(Character.isLetter(c) ? 'L' : '-').append(Character.isDigit(c) ? 'D' : '-')
                    .append(Character.isLetterOrDigit(c) ? 'A' : '-').append(Character.isWhitespace(c) ? 'W' : '-')
                    .append(Character.isSpaceChar(c) ? 'S' : '-').append(Character.isISOControl(c) ? 'C' : '-')
                    .append(Character.isUpperCase(c) ? 'U' : '-').append(Character.isLowerCase(c) ? 'l' : '-')
                    .append(Character.isJavaIdentifierStart(c) ? 'I' : '-').append(Character.isJavaIdentifierPart(c) ? 'P' : '-')
                    .append(Character.toString(Character.toUpperCase(c))).append(Character.digit(c, 16))
                    .append(Character.getNumericValue(c)).append(Character.charCount(c)).append(' ');
        }
        System.out.println(row);
        char[] pair = Character.toChars(0x1f600);
        System.out.println(pair.length + " " + Character.isSurrogatePair(pair[0], pair[1])
                + Character.toCodePoint(pair[0], pair[1]) + Character.codePointAt(pair, 0) + Character.codePointAt("a", 0)
                + Character.isValidCodePoint(0x110000) + Character.isBmpCodePoint(65) + Character.isSupplementaryCodePoint(65)
                + (int) Character.reverseBytes('a') + Character.forDigit(11, 16) + Character.compare('a', 'c')
                + Character.valueOf('q').compareTo('p') + Character.hashCode('x') + Character.toTitleCase('t')
                + (int) Character.MIN_HIGH_SURROGATE + Character.MAX_CODE_POINT + refused(() -> Character.toString(-1)));
    }

    public static void main(String[] args) {
        integers();
        small();
        reals();
        characters();
    }
}
