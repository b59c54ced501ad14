import java.util.Random;
import java.util.function.DoubleSupplier;
import java.util.function.DoubleUnaryOperator;

/** Compares the library's Math and StrictMath, as the package library, with the host's; the argument is the number of tries. */
public class Ulps {

    private static final Random RANDOM = new Random(2026);
    private static int tries;

    /** Distance of two doubles in steps from one to the next. */
    private static long steps(double a, double b) {
        if (a != a || b != b) {
            return a != a && b != b ? 0 : Long.MAX_VALUE;
        }
        return Math.abs(order(a) - order(b));
    }

    private static long order(double a) {
        long bits = Double.doubleToLongBits(a);
        return bits < 0 ? Long.MIN_VALUE - bits : bits;
    }

    private static DoubleSupplier between(double from, double to) {
        return () -> from + (to - from) * RANDOM.nextDouble();
    }

    private static DoubleSupplier positive(int from, int to) {
        return () -> Math.scalb(1 + RANDOM.nextDouble(), from + RANDOM.nextInt(to - from));
    }

    private static DoubleSupplier anySign(int from, int to) {
        DoubleSupplier size = positive(from, to);
        return () -> RANDOM.nextBoolean() ? size.getAsDouble() : -size.getAsDouble();
    }

    /** A second argument that depends on all bits of the first. */
    private static double second(double a) {
        long bits = Double.doubleToLongBits(a) * 0x9E3779B97F4A7C15L;
        double size = Math.scalb(1 + (bits >>> 12) * 0x1p-52, (int) (bits >> 59));
        return (bits & 1) == 0 ? size : -size;
    }

    private static double exponent(double a) {
        return ((Double.doubleToLongBits(a) * 0x9E3779B97F4A7C15L >>> 11) * 0x1p-53 - 0.5) * 80;
    }

    private static void compare(String name, String domain, DoubleSupplier arguments, DoubleUnaryOperator library,
            DoubleUnaryOperator host, DoubleUnaryOperator libraryStrict, DoubleUnaryOperator strict) {
        int equal = 0;
        int equalStrict = 0;
        long most = 0;
        long mostStrict = 0;
        for (int i = 0; i < tries; i++) {
            double x = arguments.getAsDouble();
            long far = steps(library.applyAsDouble(x), host.applyAsDouble(x));
            long farStrict = steps(libraryStrict.applyAsDouble(x), strict.applyAsDouble(x));
            equal += far == 0 ? 1 : 0;
            equalStrict += farStrict == 0 ? 1 : 0;
            most = Math.max(most, far);
            mostStrict = Math.max(mostStrict, farStrict);
        }
        System.out.printf("| %s | %s | %.2f %% | %d | %.2f %% | %d |%n", name, domain, 100.0 * equal / tries, most,
                100.0 * equalStrict / tries, mostStrict);
    }

    public static void main(String[] args) {
        tries = Integer.parseInt(args[0]);
        System.out.println("| function | arguments | Math | most | StrictMath | most |");
        System.out.println("|---|---|--:|--:|--:|--:|");
        compare("sin", "±2^-20 to 2^20", anySign(-20, 20), library.Math::sin, Math::sin, library.StrictMath::sin,
                StrictMath::sin);
        compare("cos", "±2^-20 to 2^20", anySign(-20, 20), library.Math::cos, Math::cos, library.StrictMath::cos,
                StrictMath::cos);
        compare("tan", "±2^-20 to 2^20", anySign(-20, 20), library.Math::tan, Math::tan, library.StrictMath::tan,
                StrictMath::tan);
        compare("asin", "-1 to 1", between(-1, 1), library.Math::asin, Math::asin, library.StrictMath::asin,
                StrictMath::asin);
        compare("acos", "-1 to 1", between(-1, 1), library.Math::acos, Math::acos, library.StrictMath::acos,
                StrictMath::acos);
        compare("atan", "±2^-20 to 2^20", anySign(-20, 20), library.Math::atan, Math::atan, library.StrictMath::atan,
                StrictMath::atan);
        compare("atan2", "±2^-10 to 2^10 and ±2^-16 to 2^16", anySign(-10, 10), x -> library.Math.atan2(x, second(x)),
                x -> Math.atan2(x, second(x)), x -> library.StrictMath.atan2(x, second(x)),
                x -> StrictMath.atan2(x, second(x)));
        compare("exp", "-700 to 700", between(-700, 700), library.Math::exp, Math::exp, library.StrictMath::exp,
                StrictMath::exp);
        compare("expm1", "±2^-20 to 2^9", anySign(-20, 9), library.Math::expm1, Math::expm1,
                library.StrictMath::expm1, StrictMath::expm1);
        compare("log", "2^-1000 to 2^1000", positive(-1000, 1000), library.Math::log, Math::log,
                library.StrictMath::log, StrictMath::log);
        compare("log10", "2^-1000 to 2^1000", positive(-1000, 1000), library.Math::log10, Math::log10,
                library.StrictMath::log10, StrictMath::log10);
        compare("log1p", "2^-20 to 2^20", positive(-20, 20), library.Math::log1p, Math::log1p,
                library.StrictMath::log1p, StrictMath::log1p);
        compare("pow", "2^-20 to 2^20 and ±40", positive(-20, 20), x -> library.Math.pow(x, exponent(x)),
                x -> Math.pow(x, exponent(x)), x -> library.StrictMath.pow(x, exponent(x)),
                x -> StrictMath.pow(x, exponent(x)));
        compare("sinh", "±2^-20 to 2^9", anySign(-20, 9), library.Math::sinh, Math::sinh, library.StrictMath::sinh,
                StrictMath::sinh);
        compare("cosh", "±2^-20 to 2^9", anySign(-20, 9), library.Math::cosh, Math::cosh, library.StrictMath::cosh,
                StrictMath::cosh);
        compare("tanh", "±2^-20 to 2^5", anySign(-20, 5), library.Math::tanh, Math::tanh, library.StrictMath::tanh,
                StrictMath::tanh);
        compare("cbrt", "±2^-1000 to 2^1000", anySign(-1000, 1000), library.Math::cbrt, Math::cbrt,
                library.StrictMath::cbrt, StrictMath::cbrt);
        compare("hypot", "±2^-10 to 2^10 and ±2^-16 to 2^16", anySign(-10, 10), x -> library.Math.hypot(x, second(x)),
                x -> Math.hypot(x, second(x)), x -> library.StrictMath.hypot(x, second(x)),
                x -> StrictMath.hypot(x, second(x)));
        compare("sqrt", "2^-1000 to 2^1000", positive(-1000, 1000), library.Math::sqrt, Math::sqrt,
                library.StrictMath::sqrt, StrictMath::sqrt);
        compare("IEEEremainder", "±2^-10 to 2^10 and ±2^-16 to 2^16", anySign(-10, 10),
                x -> library.Math.IEEEremainder(x, second(x)), x -> Math.IEEEremainder(x, second(x)),
                x -> library.StrictMath.IEEEremainder(x, second(x)), x -> StrictMath.IEEEremainder(x, second(x)));
        compare("rint", "±2^-10 to 2^60", anySign(-10, 60), library.Math::rint, Math::rint, library.StrictMath::rint,
                StrictMath::rint);
        compare("fma", "±2^-10 to 2^10, thrice", anySign(-10, 10), x -> library.Math.fma(x, second(x), exponent(x)),
                x -> Math.fma(x, second(x), exponent(x)), x -> library.StrictMath.fma(x, second(x), exponent(x)),
                x -> StrictMath.fma(x, second(x), exponent(x)));
        compare("toRadians", "±2^-10 to 2^10", anySign(-10, 10), library.Math::toRadians, Math::toRadians,
                library.StrictMath::toRadians, StrictMath::toRadians);
        compare("toDegrees", "±2^-10 to 2^10", anySign(-10, 10), library.Math::toDegrees, Math::toDegrees,
                library.StrictMath::toDegrees, StrictMath::toDegrees);
    }
}
