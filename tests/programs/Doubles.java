/** double operators, comparisons, conversions and functions, by bits, with corner operands. */
public class Doubles {

    static double field = 1.5;
    private double own = 2;

    public static void main(String[] args) {
        double[] corners = {0.0, -0.0, 1.0, -1.0, 0.1, 3.5, -2.75, 1e100, 1e-100, 9007199254740993.0, Double.MAX_VALUE,
            Double.MIN_VALUE, Double.MIN_NORMAL, -1e-310, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN,
            4294967296.5, 0.5, 1.0 / 3};
        for (double a : corners) {
            long hash = 0;
            int order = 0;
            for (double b : corners) {
                hash = hash * 31 + Double.doubleToLongBits(a + b);
                hash = hash * 31 + Double.doubleToLongBits(a - b);
                hash = hash * 31 + Double.doubleToLongBits(a * b);
                hash = hash * 31 + Double.doubleToLongBits(a / b);
                order = order * 7 + (a < b ? 1 : 0) + (a <= b ? 2 : 0) + (a > b ? 4 : 0) + (a >= b ? 8 : 0)
                        + (a == b ? 16 : 0) + (a != b ? 32 : 0);
            }
            System.out.println(Long.toHexString(Double.doubleToLongBits(a)) + " " + hash + " " + order + " " + (int) a + " "
                    + (long) a + " " + Float.floatToIntBits((float) a) + " " + Double.doubleToLongBits(-a) + " " + (short) a);
            System.out.println(Math.sqrt(a) + " " + Math.floor(a) + " " + Math.ceil(a) + " " + Math.rint(a) + " "
                    + Math.round(a) + " " + Math.abs(a) + " " + Math.signum(a));
        }
        System.out.println(5.5 % 2 + " " + -5.5 % 2 + " " + 5.5 % -0.7 + " " + 1e10 % 3 + " " + 1 % 0.0 + " " + 2.5 % Double.MIN_VALUE);
        double sum = 0;
        for (int i = 1; i <= 20; i++) {
            sum += 1.0 / i;
            field *= 1.1;
        }
        Doubles object = new Doubles();
        object.own /= 3;
        double[] array = {1, 2, 0.25};
        array[1] += array[2]++ * object.own;
        System.out.println(sum + " " + field + " " + array[1] + " " + array[2] + " " + object.own + " "
                + Math.max(1, -0.0) + " " + Math.min(0.0, -0.0) + " " + Double.compare(0.0, -0.0) + " "
                + Double.isInfinite(1 / 0.0));
        int[] ints = {0, 1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE};
        long[] longs = {1L << 40, Long.MAX_VALUE, Long.MIN_VALUE, (1L << 53) + 1, -3};
        for (int i : ints) {
            System.out.print((double) i + " ");
        }
        for (long l : longs) {
            System.out.print((double) l + " ");
        }
        System.out.println();
    }
}
