package java.lang;

/**
 * Functions of numbers whose results are the same on every machine, bit for bit: those that fdlibm has are its algorithms,
 * the others are exact and shared with {@link Math}.
 */
public final class StrictMath {

    /** Ratio of a circle's circumference to its diameter. */
    public static final double PI = Math.PI;
    /** Base of the natural logarithms. */
    public static final double E = Math.E;

    private StrictMath() {
    }

    /** The number without its sign; the smallest int stays as it is. */
    public static int abs(int a) {
        return Math.abs(a);
    }

    /** The number without its sign; the smallest long stays as it is. */
    public static long abs(long a) {
        return Math.abs(a);
    }

    /** The number without its sign. */
    public static float abs(float a) {
        return Math.abs(a);
    }

    /** The number without its sign. */
    public static double abs(double a) {
        return Math.abs(a);
    }

    /** The larger number. */
    public static int max(int a, int b) {
        return Math.max(a, b);
    }

    /** The larger number. */
    public static long max(long a, long b) {
        return Math.max(a, b);
    }

    /** The larger number; NaN if one is NaN. */
    public static float max(float a, float b) {
        return Math.max(a, b);
    }

    /** The larger number; NaN if one is NaN. */
    public static double max(double a, double b) {
        return Math.max(a, b);
    }

    /** The smaller number. */
    public static int min(int a, int b) {
        return Math.min(a, b);
    }

    /** The smaller number. */
    public static long min(long a, long b) {
        return Math.min(a, b);
    }

    /** The smaller number; NaN if one is NaN. */
    public static float min(float a, float b) {
        return Math.min(a, b);
    }

    /** The smaller number; NaN if one is NaN. */
    public static double min(double a, double b) {
        return Math.min(a, b);
    }

    /** The square root, rounded to the nearest. */
    public static double sqrt(double a) {
        return Math.sqrt(a);
    }

    /** The largest whole number that is not larger. */
    public static double floor(double a) {
        return Math.floor(a);
    }

    /** The smallest whole number that is not smaller. */
    public static double ceil(double a) {
        return Math.ceil(a);
    }

    /** The nearest whole number, the even one of two. */
    public static double rint(double a) {
        return Math.rint(a);
    }

    /** The nearest int, the larger one of two. */
    public static int round(float a) {
        return Math.round(a);
    }

    /** The nearest long, the larger one of two. */
    public static long round(double a) {
        return Math.round(a);
    }

    /** -1, 0, 1 or NaN. */
    public static double signum(double a) {
        return Math.signum(a);
    }

    /** -1, 0, 1 or NaN. */
    public static float signum(float a) {
        return Math.signum(a);
    }

    /** Degrees as radians. */
    public static double toRadians(double degrees) {
        return Math.toRadians(degrees);
    }

    /** Radians as degrees. */
    public static double toDegrees(double radians) {
        return Math.toDegrees(radians);
    }

    /** The sum, which must be an int. */
    public static int addExact(int a, int b) {
        return Math.addExact(a, b);
    }

    /** The sum, which must be a long. */
    public static long addExact(long a, long b) {
        return Math.addExact(a, b);
    }

    /** The difference, which must be an int. */
    public static int subtractExact(int a, int b) {
        return Math.subtractExact(a, b);
    }

    /** The difference, which must be a long. */
    public static long subtractExact(long a, long b) {
        return Math.subtractExact(a, b);
    }

    /** The product, which must be an int. */
    public static int multiplyExact(int a, int b) {
        return Math.multiplyExact(a, b);
    }

    /** The product, which must be a long. */
    public static long multiplyExact(long a, long b) {
        return Math.multiplyExact(a, b);
    }

    /** The negative, which must be an int. */
    public static int negateExact(int a) {
        return Math.negateExact(a);
    }

    /** The number, which must be an int. */
    public static int toIntExact(long a) {
        return Math.toIntExact(a);
    }

    /** The quotient rounded down. */
    public static int floorDiv(int a, int b) {
        return Math.floorDiv(a, b);
    }

    /** The quotient rounded down. */
    public static long floorDiv(long a, long b) {
        return Math.floorDiv(a, b);
    }

    /** The remainder with the sign of the divisor. */
    public static int floorMod(int a, int b) {
        return Math.floorMod(a, b);
    }

    /** The remainder with the sign of the divisor. */
    public static long floorMod(long a, long b) {
        return Math.floorMod(a, b);
    }

    /** The number plus 1, which must be an int. */
    public static int incrementExact(int a) {
        return Math.incrementExact(a);
    }

    /** The number plus 1, which must be a long. */
    public static long incrementExact(long a) {
        return Math.incrementExact(a);
    }

    /** The number minus 1, which must be an int. */
    public static int decrementExact(int a) {
        return Math.decrementExact(a);
    }

    /** The number minus 1, which must be a long. */
    public static long decrementExact(long a) {
        return Math.decrementExact(a);
    }

    /** The number with the other sign, which must be a long. */
    public static long negateExact(long a) {
        return Math.negateExact(a);
    }

    /** The product, which must be a long. */
    public static long multiplyExact(long a, int b) {
        return Math.multiplyExact(a, b);
    }

    /** The number without its sign, which must be an int. */
    public static int absExact(int a) {
        return Math.absExact(a);
    }

    /** The number without its sign, which must be a long. */
    public static long absExact(long a) {
        return Math.absExact(a);
    }

    /** The quotient, rounded down. */
    public static long floorDiv(long a, int b) {
        return Math.floorDiv(a, b);
    }

    /** What the quotient, rounded down, leaves. */
    public static int floorMod(long a, int b) {
        return Math.floorMod(a, b);
    }

    /** The product of two ints. */
    public static long multiplyFull(int a, int b) {
        return Math.multiplyFull(a, b);
    }

    /** The upper half of the product of two longs. */
    public static long multiplyHigh(long a, long b) {
        return Math.multiplyHigh(a, b);
    }

    /** The power of two of the leading bit; one more or less than all others for what has none. */
    public static int getExponent(double a) {
        return Math.getExponent(a);
    }

    /** The power of two of the leading bit; one more or less than all others for what has none. */
    public static int getExponent(float a) {
        return Math.getExponent(a);
    }

    /** A number with the sign of another; that of NaN is positive. */
    public static double copySign(double a, double sign) {
        return Math.copySign(a, sign != sign ? 1 : sign);
    }

    /** A number with the sign of another; that of NaN is positive. */
    public static float copySign(float a, float sign) {
        return Math.copySign(a, sign != sign ? 1 : sign);
    }

    /** The next larger number. */
    public static double nextUp(double a) {
        return Math.nextUp(a);
    }

    /** The next larger number. */
    public static float nextUp(float a) {
        return Math.nextUp(a);
    }

    /** The next smaller number. */
    public static double nextDown(double a) {
        return Math.nextDown(a);
    }

    /** The next smaller number. */
    public static float nextDown(float a) {
        return Math.nextDown(a);
    }

    /** The next number on the way to another. */
    public static double nextAfter(double a, double to) {
        return Math.nextAfter(a, to);
    }

    /** The next number on the way to another. */
    public static float nextAfter(float a, double to) {
        return Math.nextAfter(a, to);
    }

    /** The distance to the next larger number, without signs. */
    public static double ulp(double a) {
        return Math.ulp(a);
    }

    /** The distance to the next larger number, without signs. */
    public static float ulp(float a) {
        return Math.ulp(a);
    }

    /** A number times a power of two. */
    public static double scalb(double a, int power) {
        return Math.scalb(a, power);
    }

    /** A number times a power of two. */
    public static float scalb(float a, int power) {
        return Math.scalb(a, power);
    }

    /** What the quotient, rounded to the nearest whole number, leaves. */
    public static double IEEEremainder(double a, double b) {
        return Math.IEEEremainder(a, b);
    }

    /** The sine of an angle in radians. */
    public static double sin(double a) {
        return StrictTrigonometry.sin(a);
    }

    /** The cosine of an angle in radians. */
    public static double cos(double a) {
        return StrictTrigonometry.cos(a);
    }

    /** The tangent of an angle in radians. */
    public static double tan(double a) {
        return StrictTrigonometry.tan(a);
    }

    /** The angle of a sine. */
    public static double asin(double a) {
        return StrictArcs.asin(a);
    }

    /** The angle of a cosine. */
    public static double acos(double a) {
        return StrictArcs.acos(a);
    }

    /** The angle of a tangent. */
    public static double atan(double a) {
        return StrictArcs.atan(a);
    }

    /** The angle of a point. */
    public static double atan2(double y, double x) {
        return StrictArcs.atan2(y, x);
    }

    /** A power of e. */
    public static double exp(double a) {
        return StrictExponentials.exp(a);
    }

    /** A power of e less 1, without loss near 0. */
    public static double expm1(double a) {
        return StrictExponentials.expm1(a);
    }

    /** The natural logarithm. */
    public static double log(double a) {
        return StrictLogarithms.log(a);
    }

    /** The natural logarithm of 1 more, without loss near 0. */
    public static double log1p(double a) {
        return StrictLogarithms.log1p(a);
    }

    /** The logarithm to base 10. */
    public static double log10(double a) {
        return StrictLogarithms.log10(a);
    }

    /** A power. */
    public static double pow(double a, double b) {
        return StrictPower.pow(a, b);
    }

    /** The hyperbolic sine. */
    public static double sinh(double a) {
        return StrictExponentials.sinh(a);
    }

    /** The hyperbolic cosine. */
    public static double cosh(double a) {
        return StrictExponentials.cosh(a);
    }

    /** The hyperbolic tangent. */
    public static double tanh(double a) {
        return StrictExponentials.tanh(a);
    }

    /** The cube root. */
    public static double cbrt(double a) {
        return StrictRoots.cbrt(a);
    }

    /** The distance of a point from the origin, without overflow on the way. */
    public static double hypot(double a, double b) {
        return StrictRoots.hypot(a, b);
    }

    /** A random number from 0 up to 1. */
    public static double random() {
        return Math.random();
    }

    /** a * b + c, rounded once. */
    public static double fma(double a, double b, double c) {
        return Math.fma(a, b, c);
    }

    /** a * b + c, rounded once. */
    public static float fma(float a, float b, float c) {
        return Math.fma(a, b, c);
    }
}
