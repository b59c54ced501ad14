package java.lang;

import com.jopdesign.sys.Native;
import com.jopdesign.sys.SoftDouble;

/** Functions of numbers. */
public final class Math {

    /** Ratio of a circle's circumference to its diameter. */
    public static final double PI = 3.141592653589793;
    /** Base of the natural logarithms. */
    public static final double E = 2.718281828459045;

    private Math() {
    }

    /** The number without its sign; the smallest int stays as it is. */
    public static int abs(int a) {
        return a < 0 ? -a : a;
    }

    /** The number without its sign; the smallest long stays as it is. */
    public static long abs(long a) {
        return a < 0 ? -a : a;
    }

    /** The number without its sign. */
    public static float abs(float a) {
        return Native.toFloat(Native.toInt(a) & 0x7fffffff);
    }

    /** The number without its sign. */
    public static double abs(double a) {
        return Native.toDouble(Native.toLong(a) & 0x7fffffffffffffffL);
    }

    /** The larger number. */
    public static int max(int a, int b) {
        return a >= b ? a : b;
    }

    /** The larger number. */
    public static long max(long a, long b) {
        return a >= b ? a : b;
    }

    /** The larger number; NaN if one is NaN. */
    public static float max(float a, float b) {
        if (a != a) {
            return a;
        }
        if (a == 0 && b == 0) {
            return Native.toFloat(Native.toInt(a) & Native.toInt(b));
        }
        return a >= b ? a : b;
    }

    /** The larger number; NaN if one is NaN. */
    public static double max(double a, double b) {
        if (a != a) {
            return a;
        }
        if (a == 0 && b == 0) {
            return Native.toDouble(Native.toLong(a) & Native.toLong(b));
        }
        return a >= b ? a : b;
    }

    /** The smaller number. */
    public static int min(int a, int b) {
        return a <= b ? a : b;
    }

    /** The smaller number. */
    public static long min(long a, long b) {
        return a <= b ? a : b;
    }

    /** The smaller number; NaN if one is NaN. */
    public static float min(float a, float b) {
        if (a != a) {
            return a;
        }
        if (a == 0 && b == 0) {
            return Native.toFloat(Native.toInt(a) | Native.toInt(b));
        }
        return a <= b ? a : b;
    }

    /** The smaller number; NaN if one is NaN. */
    public static double min(double a, double b) {
        if (a != a) {
            return a;
        }
        if (a == 0 && b == 0) {
            return Native.toDouble(Native.toLong(a) | Native.toLong(b));
        }
        return a <= b ? a : b;
    }

    /** The square root, rounded to the nearest. */
    public static double sqrt(double a) {
        return Native.toDouble(SoftDouble.sqrt(Native.toLong(a)));
    }

    /** The largest whole number that is not larger. */
    public static double floor(double a) {
        double whole = truncate(a);
        return whole > a ? whole - 1 : whole;
    }

    /** The smallest whole number that is not smaller. */
    public static double ceil(double a) {
        double whole = truncate(a);
        if (whole < a) {
            whole += 1;
            // From -1 to 0 the result is -0.
            return whole == 0 && a < 0 ? -0.0 : whole;
        }
        return whole;
    }

    /** The nearest whole number, the even one of two. */
    public static double rint(double a) {
        if (abs(a) >= 4503599627370496.0) {
            return a;
        }
        double big = a < 0 ? -4503599627370496.0 : 4503599627370496.0;
        double whole = a + big - big;
        return whole == 0 ? Native.toDouble(Native.toLong(a) & 0x8000000000000000L) : whole;
    }

    /** The whole number toward zero. */
    private static double truncate(double a) {
        long bits = Native.toLong(a);
        int exponent = ((int) (bits >>> 52) & 0x7ff) - 1023;
        if (exponent < 0) {
            return Native.toDouble(bits & 0x8000000000000000L);
        }
        return exponent >= 52 ? a : Native.toDouble(bits & -1L << 52 - exponent);
    }

    /** The nearest int, the larger one of two. */
    public static int round(float a) {
        return (int) floor((double) a + 0.5);
    }

    /** The nearest long, the larger one of two. */
    public static long round(double a) {
        double whole = floor(a);
        return (long) (a - whole >= 0.5 ? whole + 1 : whole);
    }

    /** -1, 0, 1 or NaN. */
    public static double signum(double a) {
        return a > 0 ? 1 : a < 0 ? -1 : a;
    }

    /** -1, 0, 1 or NaN. */
    public static float signum(float a) {
        return a > 0 ? 1 : a < 0 ? -1 : a;
    }

    /** Degrees as radians. */
    public static double toRadians(double degrees) {
        return degrees * 0.017453292519943295;
    }

    /** Radians as degrees. */
    public static double toDegrees(double radians) {
        return radians * 57.29577951308232;
    }

    /** The sum, which must be an int. */
    public static int addExact(int a, int b) {
        int sum = a + b;
        if (((a ^ sum) & (b ^ sum)) < 0) {
            throw new ArithmeticException("integer overflow");
        }
        return sum;
    }

    /** The sum, which must be a long. */
    public static long addExact(long a, long b) {
        long sum = a + b;
        if (((a ^ sum) & (b ^ sum)) < 0) {
            throw new ArithmeticException("long overflow");
        }
        return sum;
    }

    /** The difference, which must be an int. */
    public static int subtractExact(int a, int b) {
        int difference = a - b;
        if (((a ^ b) & (a ^ difference)) < 0) {
            throw new ArithmeticException("integer overflow");
        }
        return difference;
    }

    /** The difference, which must be a long. */
    public static long subtractExact(long a, long b) {
        long difference = a - b;
        if (((a ^ b) & (a ^ difference)) < 0) {
            throw new ArithmeticException("long overflow");
        }
        return difference;
    }

    /** The product, which must be an int. */
    public static int multiplyExact(int a, int b) {
        long product = (long) a * b;
        if (product != (int) product) {
            throw new ArithmeticException("integer overflow");
        }
        return (int) product;
    }

    /** The product, which must be a long. */
    public static long multiplyExact(long a, long b) {
        long product = a * b;
        if (a != 0 && (product / a != b || a == -1 && b == Long.MIN_VALUE)) {
            throw new ArithmeticException("long overflow");
        }
        return product;
    }

    /** The negative, which must be an int. */
    public static int negateExact(int a) {
        return subtractExact(0, a);
    }

    /** The number, which must be an int. */
    public static int toIntExact(long a) {
        if (a != (int) a) {
            throw new ArithmeticException("integer overflow");
        }
        return (int) a;
    }

    /** The quotient rounded down. */
    public static int floorDiv(int a, int b) {
        int quotient = a / b;
        return (a ^ b) < 0 && quotient * b != a ? quotient - 1 : quotient;
    }

    /** The quotient rounded down. */
    public static long floorDiv(long a, long b) {
        long quotient = a / b;
        return (a ^ b) < 0 && quotient * b != a ? quotient - 1 : quotient;
    }

    /** The remainder with the sign of the divisor. */
    public static int floorMod(int a, int b) {
        int remainder = a % b;
        return (a ^ b) < 0 && remainder != 0 ? remainder + b : remainder;
    }

    /** The remainder with the sign of the divisor. */
    public static long floorMod(long a, long b) {
        long remainder = a % b;
        return (a ^ b) < 0 && remainder != 0 ? remainder + b : remainder;
    }
}
