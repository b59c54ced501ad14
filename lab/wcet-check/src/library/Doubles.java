/** Decimal texts of doubles, in a builder with room for 64 characters. */
public final class Main {
    static final double[] DOUBLES = {0, 1, -0.1, 1e22, 123456.789, Double.MIN_VALUE, Double.MAX_VALUE, -2.2250738585072014e-308,
        9007199254740993.0, 5e-324, 1.7976931348623157e308, -4.35e-300, 8.41e21, -9.999999999999999e22, 2.2250738585072011e-308,
        -6.9999999999999996e-307, -8.8999999999999985e-308, -1.8999999999999996e-308, -7.9999999999999995e-292,
        1.0000000000000001e23, 1.1920928955078125e-7};
    static int seed = 1;

    static void appendDouble(StringBuilder to, double number) { to.append(number); }

    static int next() {
        seed ^= seed << 13;
        seed ^= seed >>> 17;
        return seed ^= seed << 5;
    }

    static void one(StringBuilder to, double number) {
        to.setLength(0);
        appendDouble(to, number);
    }

    public static void main(String[] args) {
        StringBuilder to = new StringBuilder(64);
        for (int i = 0; i < DOUBLES.length; ++i) {
            one(to, DOUBLES[i]);
        }
        for (int i = 0; i < 24; ++i) {
            one(to, Double.longBitsToDouble(Double.doubleToRawLongBits(1e-307) - i));
        }
        for (int i = 0; i < 12; ++i) {
            one(to, Double.longBitsToDouble((long) next() << 32 | next() & 0xffffffffL));
        }
        System.out.println(to);
    }
}
