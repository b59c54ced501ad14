/** Texts of whole numbers, both ways. */
public class NumberTexts {

    private static void parse(String text) {
        try {
            System.out.println(text + " -> " + Integer.parseInt(text));
        } catch (NumberFormatException e) {
            System.out.println(e);
        }
    }

    public static void main(String[] args) {
        int[] values = {0, 1, -1, 9, 10, -10, 255, 1000000, 123456789, Integer.MAX_VALUE, Integer.MIN_VALUE};
        for (int v : values) {
            System.out.println(v);
            System.out.println(Integer.toString(v) + " " + Integer.toHexString(v) + " " + Integer.toBinaryString(v) + " "
                    + Integer.toOctalString(v) + " " + Integer.toString(v, 36));
        }
        long[] longs = {0, 9999999999L, 1000000000L, 1000000000000000000L, -1, Long.MAX_VALUE, Long.MIN_VALUE};
        for (long v : longs) {
            System.out.println(v);
            System.out.println(Long.toString(v) + " " + Long.toHexString(v) + " " + Long.toString(v, 7));
        }
        parse("0");
        parse("-0");
        parse("+17");
        parse("-2147483648");
        parse("2147483647");
        parse("2147483648");
        parse("-2147483649");
        parse("12a");
        parse("");
        parse("-");
        parse("99999999999");
        System.out.println(Integer.parseInt("-ff", 16) + " " + Integer.parseInt("zz", 36) + " " + Long.parseLong("-123456789012345"));
        System.out.println(Integer.valueOf("77") + " " + Integer.decode("0x1F") + " " + Integer.decode("-010"));
        System.out.println(Integer.bitCount(0x12345678) + " " + Integer.numberOfLeadingZeros(300) + " "
                + Integer.numberOfTrailingZeros(96) + " " + Integer.highestOneBit(1000) + " " + Integer.reverse(1) + " "
                + Integer.rotateLeft(0x80000001, 4) + " " + Integer.reverseBytes(0x12345678) + " " + Integer.signum(-5));
        System.out.println(Long.bitCount(-1L) + " " + Long.numberOfLeadingZeros(1L << 40) + " "
                + Long.numberOfTrailingZeros(1L << 40) + " " + Long.reverse(2L) + " " + Long.signum(-5L));
    }
}
