import java.util.Random;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/** StrictMath bit for bit: a sum over the results of each function, for corner cases and random arguments. */
public class ExactMath {

    private static final double[] CORNERS = {0.0, -0.0, 1, -1, 0.5, -1.5, 2, 1e-9, -1e-300, Double.MIN_VALUE, 0.7853981633974483, -0.67434,
        1.5707963267948966, 2.4375, 0.9799, 22.5, -20.1, 709.78, 710.4, -745.2, 1e6, -3.3e8, 6.02e23, Double.MAX_VALUE,
        Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, Double.NaN};

    private static final int TRIES = 12;

    static double[] arguments(Random random, int count) {
        double[] all = new double[count];
        for (int i = 0; i < count; i++) {
            double size = StrictMath.scalb(1 + random.nextDouble(), random.nextInt(50) - 25);
            all[i] = i % 3 == 0 ? random.nextDouble() : random.nextBoolean() ? size : -size;
        }
        return all;
    }

    static int mix(int sum, double result) {
        long bits = Double.doubleToLongBits(result);
        return sum * 31 + ((int) bits ^ (int) (bits >>> 32));
    }

    static void one(String name, DoubleUnaryOperator function) {
        int sum = 0;
        for (double x : CORNERS) {
            sum = mix(sum, function.applyAsDouble(x));
        }
        for (double x : arguments(new Random(28), TRIES)) {
            sum = mix(sum, function.applyAsDouble(x));
        }
        System.out.println(name + " " + Integer.toHexString(sum));
    }

    static void two(String name, DoubleBinaryOperator function) {
        int sum = 0;
        for (int i = 0; i < CORNERS.length; i++) {
            sum = mix(sum, function.applyAsDouble(CORNERS[i], CORNERS[(i * 7 + 3) % CORNERS.length]));
            sum = mix(sum, function.applyAsDouble(CORNERS[i], CORNERS[(i * 5 + 1) % CORNERS.length]));
        }
        double[] all = arguments(new Random(82), 2 * TRIES);
        for (int i = 0; i < all.length; i += 2) {
            sum = mix(sum, function.applyAsDouble(all[i], all[i + 1]));
        }
        System.out.println(name + " " + Integer.toHexString(sum));
    }

    public static void main(String[] args) {
        one("sin", StrictMath::sin);
        one("cos", StrictMath::cos);
        one("tan", StrictMath::tan);
        one("asin", StrictMath::asin);
        one("acos", StrictMath::acos);
        one("atan", StrictMath::atan);
        one("exp", StrictMath::exp);
        one("expm1", StrictMath::expm1);
        one("log", StrictMath::log);
        one("log10", StrictMath::log10);
        one("log1p", StrictMath::log1p);
        one("sinh", StrictMath::sinh);
        one("cosh", StrictMath::cosh);
        one("tanh", StrictMath::tanh);
        one("cbrt", StrictMath::cbrt);
        one("sqrt", StrictMath::sqrt);
        one("rint", StrictMath::rint);
        two("atan2", StrictMath::atan2);
        two("pow", StrictMath::pow);
        two("hypot", StrictMath::hypot);
        two("IEEEremainder", StrictMath::IEEEremainder);
        two("copySign", StrictMath::copySign);
        two("scalb", (x, y) -> StrictMath.scalb(x, (int) y));
        // A large exponent of a number close to 1, and numbers below the normal ones.
        System.out.println(StrictMath.pow(1 + 0x1p-21, 0x1p32) + " " + StrictMath.hypot(0x1p-1030, 0x1.8p-1024));
        System.out.println(StrictMath.cbrt(0x1p-1060) + " " + StrictMath.log(0x1p-1060) + " " + StrictMath.sin(0x1p1023));
    }
}
