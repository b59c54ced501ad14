/** float operators, comparisons and conversions, by bits, with corner operands. */
public class Floats {

    static float field = 1.5f;

    public static void main(String[] args) {
        float[] corners = {0f, -0f, 1f, -1f, 0.1f, 3.5f, -2.75f, 1e10f, 1e-10f, 16777217f, Float.MAX_VALUE, Float.MIN_VALUE,
            Float.MIN_NORMAL, -1e-40f, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, Float.NaN, 2147483648f, 0.5f};
        for (float a : corners) {
            int hash = 0;
            int order = 0;
            for (float b : corners) {
                hash = hash * 31 + Float.floatToIntBits(a + b);
                hash = hash * 31 + Float.floatToIntBits(a - b);
                hash = hash * 31 + Float.floatToIntBits(a * b);
                hash = hash * 31 + Float.floatToIntBits(a / b);
                hash = hash * 31 + Float.floatToIntBits(a % b);
                order = order * 7 + (a < b ? 1 : 0) + (a <= b ? 2 : 0) + (a > b ? 4 : 0) + (a >= b ? 8 : 0)
                        + (a == b ? 16 : 0) + (a != b ? 32 : 0);
            }
            System.out.println(Integer.toHexString(Float.floatToIntBits(a)) + " " + hash + " " + order + " " + (int) a + " "
                    + (long) a + " " + Double.doubleToLongBits(a) + " " + Float.floatToIntBits(-a) + " " + (byte) a + " "
                    + (char) a + " " + Math.round(a));
        }
        int[] ints = {0, 1, -1, 16777217, -16777219, Integer.MAX_VALUE, Integer.MIN_VALUE, 123456789};
        long[] longs = {1L << 40, (1L << 40) + 1, Long.MAX_VALUE, Long.MIN_VALUE, 0x7fffff4000000001L, -3};
        for (int i : ints) {
            System.out.print(Float.floatToIntBits(i) + " ");
        }
        for (long l : longs) {
            System.out.print(Float.floatToIntBits(l) + " ");
        }
        System.out.println();
        float sum = 0;
        for (int i = 1; i <= 20; i++) {
            sum += 1f / i;
            field *= 1.1f;
        }
        float[] array = {1f, 2f, 0.25f};
        array[1] += array[2]++;
        System.out.println(sum + " " + field + " " + array[1] + " " + array[2] + " " + Math.max(1f, -0f) + " "
                + Math.min(0f, -0f) + " " + Math.abs(-3.5f) + " " + Float.compare(0f, -0f) + " " + Float.isNaN(0f / 0f));
    }
}
