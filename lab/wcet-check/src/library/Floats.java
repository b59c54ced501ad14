/** Decimal texts of floats, in a builder with room for 64 characters. */
public final class Main {
    static final float[] FLOATS = {0, 1, -0.1f, 1e22f, 123456.79f, Float.MIN_VALUE, Float.MAX_VALUE, -1.1754942e-38f, 16777216, 9.999999e-38f,
        -9.999999e-38f, 1.7e37f, 8.9999995e-36f, -9.9999994e-33f, 9.2e18f, 3.4e38f, -8.9999997e-38f, -8.9999995e-38f,
        -1.1300944e-38f, -3.3578837e-35f, 1.8999999e23f, 2.8108584e-26f};
    static int seed = 1;

    static void appendFloat(StringBuilder to, float number) { to.append(number); }

    static int next() {
        seed ^= seed << 13;
        seed ^= seed >>> 17;
        return seed ^= seed << 5;
    }

    static void one(StringBuilder to, float number) {
        to.setLength(0);
        appendFloat(to, number);
    }

    public static void main(String[] args) {
        StringBuilder to = new StringBuilder(64);
        for (int i = 0; i < FLOATS.length; ++i) {
            one(to, FLOATS[i]);
        }
        for (int i = 0; i < 100; ++i) {
            one(to, Float.intBitsToFloat(Float.floatToRawIntBits(-1e-37f) - i));
            one(to, Float.intBitsToFloat(next() & 0xbfffffff));
            one(to, Float.intBitsToFloat(next()));
        }
        System.out.println(to);
    }
}
