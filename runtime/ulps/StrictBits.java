import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/**
 * Compares the library's StrictMath, as the package library, with the host's, bit for bit: corner cases, their neighbours and
 * random bits. The argument is the number of tries for each function; exit status 1 if one differs.
 */
public class StrictBits {

    private static final Random RANDOM = new Random(7);

    /** Limits of the algorithms' cases and of the numbers. */
    private static final double[] LIMITS = {0, 1, 0.5, 2, 3, 0.25, 0.75, 1.5, 10, 100, 1000, Math.E, Math.PI, Math.PI / 2, Math.PI / 4,
        Double.MIN_VALUE, Double.MIN_NORMAL, Double.MAX_VALUE, Double.POSITIVE_INFINITY, Double.NaN, 709.782712893384, 710.4758600739439,
        745.1332191019412, 708.39, 22, 20, 0.34657359, 1.0397, 0x1p-28, 0x1p-54, 0x1p-27, 0x1p53, 0x1p31, 0x1p64, 0x1p19, 0x1p52, 0x1p63,
        0.41422, 0.2929, 0.975, 0.6744, 0x1p20, 7 / 16.0, 11 / 16.0, 19 / 16.0, 39 / 16.0, 1023, 1024, 1074, 1075, 0x1.fffffp-1, 0x1.00001p0};

    private static double[] corners;
    private static int tries;
    private static int wrong;

    private static double near(double a, int steps) {
        return Double.longBitsToDouble(Double.doubleToRawLongBits(a) + RANDOM.nextInt(2 * steps + 1) - steps);
    }

    private static double any() {
        switch (RANDOM.nextInt(6)) {
            case 0:
                return Double.longBitsToDouble(RANDOM.nextLong());
            case 1:
                return RANDOM.nextGaussian();
            case 2:
                return Math.scalb(RANDOM.nextGaussian(), RANDOM.nextInt(60) - 30);
            case 3:
                return near(corners[RANDOM.nextInt(corners.length)], 3);
            case 4:
                // Few bits.
                return Double.longBitsToDouble(RANDOM.nextLong() & -1L << RANDOM.nextInt(52));
            default:
                return near(RANDOM.nextInt(1 << RANDOM.nextInt(31)) * (Math.PI / 4), 4);
        }
    }

    /** A second argument, often one whose result is neither zero nor infinite. */
    private static double second(double a) {
        switch (RANDOM.nextInt(3)) {
            case 0:
                return Math.scalb(a * RANDOM.nextDouble(), RANDOM.nextInt(9) - 4);
            case 1:
                return (RANDOM.nextDouble() - 0.5) * 1500 / Math.log(Math.abs(a));
            default:
                return any();
        }
    }

    private static void one(String name, DoubleUnaryOperator library, DoubleUnaryOperator host) {
        int different = 0;
        for (int i = 0; i < corners.length + tries; i++) {
            double x = i < corners.length ? corners[i] : any();
            different += differs(name, x, 0, library.applyAsDouble(x), host.applyAsDouble(x));
        }
        report(name, corners.length + tries, different);
    }

    private static void two(String name, DoubleBinaryOperator library, DoubleBinaryOperator host) {
        int different = 0;
        int pairs = corners.length * corners.length;
        for (int i = 0; i < pairs + tries; i++) {
            double x = i < pairs ? corners[i / corners.length] : any();
            double y = i < pairs ? corners[i % corners.length] : second(x);
            different += differs(name, x, y, library.applyAsDouble(x, y), host.applyAsDouble(x, y));
        }
        report(name, pairs + tries, different);
    }

    private static int differs(String name, double x, double y, double library, double host) {
        if (Double.doubleToLongBits(library) == Double.doubleToLongBits(host)) {
            return 0;
        }
        if (wrong++ < 10) {
            System.out.println(name + "(" + Double.toHexString(x) + ", " + Double.toHexString(y) + ") = " + Double.toHexString(library)
                    + ", on the host " + Double.toHexString(host));
        }
        return 1;
    }

    private static void report(String name, int cases, int different) {
        System.out.println(name + ": " + different + " of " + cases + " differ");
    }

    private static int small(double y, int range) {
        return (int) (Double.doubleToRawLongBits(y) % range);
    }

    private static void powersAndAngles() {
        one("sin", library.StrictMath::sin, StrictMath::sin);
        one("cos", library.StrictMath::cos, StrictMath::cos);
        one("tan", library.StrictMath::tan, StrictMath::tan);
        one("asin", library.StrictMath::asin, StrictMath::asin);
        one("acos", library.StrictMath::acos, StrictMath::acos);
        one("atan", library.StrictMath::atan, StrictMath::atan);
        two("atan2", library.StrictMath::atan2, StrictMath::atan2);
        one("exp", library.StrictMath::exp, StrictMath::exp);
        one("expm1", library.StrictMath::expm1, StrictMath::expm1);
        one("log", library.StrictMath::log, StrictMath::log);
        one("log10", library.StrictMath::log10, StrictMath::log10);
        one("log1p", library.StrictMath::log1p, StrictMath::log1p);
        two("pow", library.StrictMath::pow, StrictMath::pow);
        one("sinh", library.StrictMath::sinh, StrictMath::sinh);
        one("cosh", library.StrictMath::cosh, StrictMath::cosh);
        one("tanh", library.StrictMath::tanh, StrictMath::tanh);
        one("cbrt", library.StrictMath::cbrt, StrictMath::cbrt);
        two("hypot", library.StrictMath::hypot, StrictMath::hypot);
        one("sqrt", library.StrictMath::sqrt, StrictMath::sqrt);
        one("toRadians", library.StrictMath::toRadians, StrictMath::toRadians);
        one("toDegrees", library.StrictMath::toDegrees, StrictMath::toDegrees);
    }

    private static void rounding() {
        two("IEEEremainder", library.StrictMath::IEEEremainder, StrictMath::IEEEremainder);
        one("floor", library.StrictMath::floor, StrictMath::floor);
        one("ceil", library.StrictMath::ceil, StrictMath::ceil);
        one("rint", library.StrictMath::rint, StrictMath::rint);
        one("round", x -> library.StrictMath.round(x), x -> StrictMath.round(x));
        one("round of float", x -> library.StrictMath.round((float) x), x -> StrictMath.round((float) x));
        two("fma", (x, y) -> library.StrictMath.fma(x, y, x - y), (x, y) -> StrictMath.fma(x, y, x - y));
        two("fma of a rest", (x, y) -> library.StrictMath.fma(x, y, -(x * y)), (x, y) -> StrictMath.fma(x, y, -(x * y)));
        two("fma of floats", (x, y) -> library.StrictMath.fma((float) x, (float) y, (float) (x - y)),
                (x, y) -> StrictMath.fma((float) x, (float) y, (float) (x - y)));
    }

    private static void parts() {
        one("abs", library.StrictMath::abs, StrictMath::abs);
        one("signum", library.StrictMath::signum, StrictMath::signum);
        one("ulp", library.StrictMath::ulp, StrictMath::ulp);
        one("ulp of float", x -> library.StrictMath.ulp((float) x), x -> StrictMath.ulp((float) x));
        one("getExponent", library.StrictMath::getExponent, StrictMath::getExponent);
        one("nextUp", library.StrictMath::nextUp, StrictMath::nextUp);
        one("nextDown", library.StrictMath::nextDown, StrictMath::nextDown);
        two("nextAfter", library.StrictMath::nextAfter, StrictMath::nextAfter);
        two("nextAfter of float", (x, y) -> library.StrictMath.nextAfter((float) x, y), (x, y) -> StrictMath.nextAfter((float) x, y));
        two("copySign", library.StrictMath::copySign, StrictMath::copySign);
        two("copySign of floats", (x, y) -> library.StrictMath.copySign((float) x, (float) y),
                (x, y) -> StrictMath.copySign((float) x, (float) y));
        two("min", library.StrictMath::min, StrictMath::min);
        two("max", library.StrictMath::max, StrictMath::max);
        two("scalb", (x, y) -> library.StrictMath.scalb(x, (int) y), (x, y) -> StrictMath.scalb(x, (int) y));
        two("scalb by a little", (x, y) -> library.StrictMath.scalb(x, small(y, 2300)), (x, y) -> StrictMath.scalb(x, small(y, 2300)));
        two("scalb of float", (x, y) -> library.StrictMath.scalb((float) x, small(y, 300)),
                (x, y) -> StrictMath.scalb((float) x, small(y, 300)));
    }

    public static void main(String[] args) {
        tries = Integer.parseInt(args[0]);
        List<Double> all = new ArrayList<>();
        for (double limit : LIMITS) {
            all.add(limit);
            all.add(-limit);
        }
        corners = all.stream().mapToDouble(Double::doubleValue).toArray();
        powersAndAngles();
        rounding();
        parts();
        System.exit(wrong == 0 ? 0 : 1);
    }
}
