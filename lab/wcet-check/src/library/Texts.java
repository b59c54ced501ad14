/** Texts of numbers, in a builder with room for 64 characters. */
public final class Main {
    static final int[] INTS = {0, 9, 10, 99999, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, -1999999999, -1111111111, -2099999999};
    static final long[] LONGS = {0, -1, 1L << 31, 999999999999L, Long.MIN_VALUE, Long.MAX_VALUE, -9199999999999999999L,
        -2147483647999999999L, -8999999999899999999L};
    static int seed = 1;
    static int sum;

    static void appendInt(StringBuilder to, int number) { to.append(number); }
    static void appendLong(StringBuilder to, long number) { to.append(number); }
    static void appendChar(StringBuilder to, char c) { to.append(c); }
    static void appendBoolean(StringBuilder to, boolean b) { to.append(b); }
    static void appendShort(StringBuilder to) { to.append("pressure"); }
    static void appendString(StringBuilder to) { to.append("pressure of the boiler: "); }
    static String intToString(int number) { return Integer.toString(number); }
    static String longToString(long number) { return Long.toString(number); }

    static int next() {
        seed ^= seed << 13;
        seed ^= seed >>> 17;
        return seed ^= seed << 5;
    }

    static void ints(StringBuilder to, int number) {
        to.setLength(0);
        appendInt(to, number);
        sum += intToString(number).length();
    }

    static void longs(StringBuilder to, long number) {
        to.setLength(0);
        appendLong(to, number);
        sum += longToString(number).length();
    }

    public static void main(String[] args) {
        StringBuilder to = new StringBuilder(64);
        for (int i = 0; i < INTS.length; ++i) {
            ints(to, INTS[i]);
        }
        for (int i = 0; i < LONGS.length; ++i) {
            longs(to, LONGS[i]);
        }
        for (int i = 0; i < 60; ++i) {
            ints(to, next());
            longs(to, (long) next() << 32 | next() & 0xffffffffL);
        }
        to.setLength(0);
        appendChar(to, 'x');
        appendBoolean(to, true);
        appendBoolean(to, false);
        appendShort(to);
        to.setLength(0);
        appendString(to);
        System.out.println(sum);
    }
}
