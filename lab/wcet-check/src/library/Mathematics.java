/** Functions of java.lang.Math. */
public final class Main {
    static final double[] DOUBLES = {0, -0.0, 1, -1, 0.5, -0.5, 1.5, 2.5, -2.5, 1e300, -1e300, 1e22, 1e19, 0.7853981633974483,
        3.141592653589793, 100, -100, 709.7, -745.1, -708.5, 6.283185307179586, 4.5e15, -4.5e15, 9.2e18, 4503599627370495.5, -2251799813685247.5, -2.0000000000000004, -1.5000000000000002, 140737488355328.5, -140737488355328.5, 281474976710656.75, 0.9999999999999999,
        1.0000000000000002, Double.MAX_VALUE, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
    static int seed = 1;
    static double sum;
    static long whole;

    static int absInt(int a) { return Math.abs(a); }
    static int minInt(int a, int b) { return Math.min(a, b); }
    static int maxInt(int a, int b) { return Math.max(a, b); }
    static double absDouble(double a) { return Math.abs(a); }
    static double minDouble(double a, double b) { return Math.min(a, b); }
    static double maxDouble(double a, double b) { return Math.max(a, b); }
    static double floor(double a) { return Math.floor(a); }
    static double ceil(double a) { return Math.ceil(a); }
    static long round(double a) { return Math.round(a); }
    static double sqrt(double a) { return Math.sqrt(a); }
    static double sin(double a) { return Math.sin(a); }
    static double cos(double a) { return Math.cos(a); }
    static double tan(double a) { return Math.tan(a); }
    static double atan2(double a, double b) { return Math.atan2(a, b); }
    static double exp(double a) { return Math.exp(a); }
    static double log(double a) { return Math.log(a); }
    static double pow(double a, double b) { return Math.pow(a, b); }

    static int next() {
        seed ^= seed << 13;
        seed ^= seed >>> 17;
        return seed ^= seed << 5;
    }

    static void one(double a) {
        sum += absDouble(a) + floor(a) + ceil(a) + sqrt(a) + log(a);
        whole += round(a);
        // Of smaller numbers, squares and their squares are below the normal numbers.
        if (a == 0 || absDouble(a) >= 0x1p-250 || a != a) {
            sum += sin(a) + cos(a) + tan(a) + exp(a);
        }
    }

    static void two(double a, double b) {
        sum += minDouble(a, b) + maxDouble(a, b) + atan2(a, b) + pow(a, b);
        whole += minInt((int) a, (int) b) + maxInt((int) a, (int) b) + absInt((int) a);
    }

    static double any(int exponents, int from) {
        long exponent = from + (next() & exponents);
        return Double.longBitsToDouble((long) next() << 63 | exponent << 52 | (long) next() << 32 >>> 12 | next() & 0xfffff);
    }

    public static void main(String[] args) {
        for (int i = 0; i < DOUBLES.length; ++i) {
            one(DOUBLES[i]);
            for (int j = 0; j < DOUBLES.length; ++j) {
                two(DOUBLES[i], DOUBLES[j]);
            }
        }
        for (int i = 0; i < 150; ++i) {
            one(any(15, 1015));
            one(any(1023, 1));
            one(any(1023, 1023));
            two(any(15, 1015), any(15, 1015));
            two(any(1023, 512), any(1023, 512));
            two(any(7, 1020), any(7, 1020));
        }
        System.out.println(sum + whole);
    }
}
