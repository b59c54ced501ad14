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

    /** The number plus 1, which must be an int. */
    public static int incrementExact(int a) {
        return addExact(a, 1);
    }

    /** The number plus 1, which must be a long. */
    public static long incrementExact(long a) {
        return addExact(a, 1L);
    }

    /** The number minus 1, which must be an int. */
    public static int decrementExact(int a) {
        return subtractExact(a, 1);
    }

    /** The number minus 1, which must be a long. */
    public static long decrementExact(long a) {
        return subtractExact(a, 1L);
    }

    /** The number with the other sign, which must be a long. */
    public static long negateExact(long a) {
        return subtractExact(0L, a);
    }

    /** The product, which must be a long. */
    public static long multiplyExact(long a, int b) {
        return multiplyExact(a, (long) b);
    }

    /** The number without its sign, which must be an int. */
    public static int absExact(int a) {
        if (a == Integer.MIN_VALUE) {
            throw new ArithmeticException("Overflow to represent absolute value of Integer.MIN_VALUE");
        }
        return abs(a);
    }

    /** The number without its sign, which must be a long. */
    public static long absExact(long a) {
        if (a == Long.MIN_VALUE) {
            throw new ArithmeticException("Overflow to represent absolute value of Long.MIN_VALUE");
        }
        return abs(a);
    }

    /** The quotient, rounded down. */
    public static long floorDiv(long a, int b) {
        return floorDiv(a, (long) b);
    }

    /** What the quotient, rounded down, leaves. */
    public static int floorMod(long a, int b) {
        return (int) floorMod(a, (long) b);
    }

    /** The product of two ints. */
    public static long multiplyFull(int a, int b) {
        return (long) a * b;
    }

    /** The upper half of the product of two longs. */
    public static long multiplyHigh(long a, long b) {
        long aHigh = a >> 32;
        long aLow = a & 0xffffffffL;
        long bHigh = b >> 32;
        long bLow = b & 0xffffffffL;
        long middle = aHigh * bLow + (aLow * bLow >>> 32);
        long other = aLow * bHigh + (middle & 0xffffffffL);
        return aHigh * bHigh + (middle >> 32) + (other >> 32);
    }

    /** The power of two of the leading bit; one more or less than all others for what has none. */
    public static int getExponent(double a) {
        return ((int) (Native.toLong(a) >>> 52) & 0x7ff) - 1023;
    }

    /** The power of two of the leading bit; one more or less than all others for what has none. */
    public static int getExponent(float a) {
        return (Native.toInt(a) >>> 23 & 0xff) - 127;
    }

    /** A number with the sign of another. */
    public static double copySign(double a, double sign) {
        return Native.toDouble(Native.toLong(a) & Long.MAX_VALUE | Native.toLong(sign) & Long.MIN_VALUE);
    }

    /** A number with the sign of another. */
    public static float copySign(float a, float sign) {
        return Native.toFloat(Native.toInt(a) & Integer.MAX_VALUE | Native.toInt(sign) & Integer.MIN_VALUE);
    }

    /** The next larger number. */
    public static double nextUp(double a) {
        if (a == Double.POSITIVE_INFINITY || a != a) {
            return a;
        }
        long bits = Native.toLong(a + 0.0);
        return Native.toDouble(bits >= 0 ? bits + 1 : bits - 1);
    }

    /** The next larger number. */
    public static float nextUp(float a) {
        if (a == Float.POSITIVE_INFINITY || a != a) {
            return a;
        }
        int bits = Native.toInt(a + 0.0f);
        return Native.toFloat(bits >= 0 ? bits + 1 : bits - 1);
    }

    /** The next smaller number. */
    public static double nextDown(double a) {
        return -nextUp(-a);
    }

    /** The next smaller number. */
    public static float nextDown(float a) {
        return -nextUp(-a);
    }

    /** The next number on the way to another. */
    public static double nextAfter(double a, double to) {
        return a < to ? nextUp(a) : a > to ? nextDown(a) : a == to ? to : a + to;
    }

    /** The next number on the way to another. */
    public static float nextAfter(float a, double to) {
        return a < to ? nextUp(a) : a > to ? nextDown(a) : a == to ? (float) to : (float) (a + to);
    }

    /** The distance to the next larger number, without signs. */
    public static double ulp(double a) {
        a = abs(a);
        return a == Double.MAX_VALUE ? 0x1p971 : a == Double.POSITIVE_INFINITY ? a : nextUp(a) - a;
    }

    /** The distance to the next larger number, without signs. */
    public static float ulp(float a) {
        a = abs(a);
        return a == Float.MAX_VALUE ? 0x1p104f : a == Float.POSITIVE_INFINITY ? a : nextUp(a) - a;
    }

    /** A number times a power of two. */
    public static double scalb(double a, int power) {
        if (power > 1023) {
            int rest = min(power - 1023, 2046);
            a *= 0x1p1023;
            if (rest > 1023) {
                a *= 0x1p1023;
                rest -= 1023;
            }
            return a * Native.toDouble((long) (rest + 1023) << 52);
        }
        power = max(power, -2200);
        int exponent = getExponent(a);
        if (exponent >= 1023) {
            // Halves what both factors below could not: exact, and infinities stay.
            a *= 0.5;
            power++;
            exponent = getExponent(a);
        }
        if (power < 0 && exponent + power < -1022 && exponent > -1022 && exponent < 1023) {
            // To the smallest numbers with all bits first: only the last factor rounds.
            int first = -1022 - exponent;
            a *= Native.toDouble((long) (first / 2 + 1023) << 52);
            a *= Native.toDouble((long) (first - first / 2 + 1023) << 52);
            power -= first;
        }
        if (power < -1022) {
            a *= 0x1p-1022;
            power = max(power + 1022, -1022);
        }
        return a * Native.toDouble((long) (power + 1023) << 52);
    }

    /** A number times a power of two. */
    public static float scalb(float a, int power) {
        return (float) scalb((double) a, max(min(power, 400), -400));
    }

    /** What the quotient, rounded to the nearest whole number, leaves. Its cases are those of fdlibm, see below. */
    public static double IEEEremainder(double a, double b) {
        double step = abs(b);
        double rest = abs(a);
        if (!(rest < Double.POSITIVE_INFINITY) || step != step || step == 0) {
            return Double.NaN;
        }
        if (step <= Double.MAX_VALUE / 2) {
            rest %= step + step;
        }
        if (rest > step - rest) {
            rest -= step;
            if (rest >= step - rest) {
                rest -= step;
            }
        }
        return Native.toLong(a) < 0 ? -rest : rest;
    }

    /** The sine of an angle in radians: see {@link Trigonometry}. */
    public static double sin(double a) {
        return Trigonometry.sin(a);
    }

    /** The cosine of an angle in radians. */
    public static double cos(double a) {
        return Trigonometry.cos(a);
    }

    /** The tangent of an angle in radians. */
    public static double tan(double a) {
        return Trigonometry.tan(a);
    }

    /** The angle of a sine: see {@link Arcs}. */
    public static double asin(double a) {
        return Arcs.asin(a);
    }

    /** The angle of a cosine. */
    public static double acos(double a) {
        return Arcs.acos(a);
    }

    /** The angle of a tangent. */
    public static double atan(double a) {
        return Arcs.atan(a);
    }

    /** The angle of a point. */
    public static double atan2(double y, double x) {
        return Arcs.atan2(y, x);
    }

    /** A power of e: see {@link Exponentials}. */
    public static double exp(double a) {
        return Exponentials.exp(a);
    }

    /** A power of e less 1, without loss near 0. */
    public static double expm1(double a) {
        return Exponentials.expm1(a);
    }

    /** The natural logarithm. */
    public static double log(double a) {
        return Exponentials.log(a);
    }

    /** The natural logarithm of 1 more, without loss near 0. */
    public static double log1p(double a) {
        return Exponentials.log1p(a);
    }

    /** The logarithm to base 10. */
    public static double log10(double a) {
        return Exponentials.log10(a);
    }

    /** A power. */
    public static double pow(double a, double b) {
        return Exponentials.pow(a, b);
    }

    /** The hyperbolic sine. */
    public static double sinh(double a) {
        return Exponentials.sinh(a);
    }

    /** The hyperbolic cosine. */
    public static double cosh(double a) {
        return Exponentials.cosh(a);
    }

    /** The hyperbolic tangent. */
    public static double tanh(double a) {
        return Exponentials.tanh(a);
    }

    /** The cube root. */
    public static double cbrt(double a) {
        return Arcs.cbrt(a);
    }

    /** The distance of a point from the origin, without overflow on the way. */
    public static double hypot(double a, double b) {
        return Arcs.hypot(a, b);
    }

    /** A random number from 0 up to 1. */
    public static double random() {
        return RandomNumbers.GENERATOR.nextDouble();
    }

    /** Made only in programs that call random. */
    private static final class RandomNumbers {

        static final java.util.Random GENERATOR = new java.util.Random();
    }

    /** a * b + c, rounded once. */
    public static double fma(double a, double b, double c) {
        double product = a * b;
        if (product - product != 0 && (Double.isInfinite(a) || Double.isInfinite(b)) || a == 0 || b == 0 || a != a
                || b != b || c - c != 0) {
            // An infinite c decides, unless the product is exactly infinite, too.
            return c - c != 0 && !Double.isInfinite(a) && !Double.isInfinite(b) && a == a && b == b ? c : product + c;
        }
        return FusedProduct.of(a, b, c, 53, -1074);
    }

    /** a * b + c, rounded once. */
    public static float fma(float a, float b, float c) {
        double product = (double) a * b;
        if (product - product != 0 || product == 0 || c - c != 0) {
            // The product of floats is exact as a double.
            return (float) (product + c);
        }
        return (float) FusedProduct.of(a, b, c, 24, -149);
    }
}

/*
 * The cases of IEEEremainder are those of fdlibm, the freely distributable
 * mathematical library, whose notice is:
 *
 * Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved.
 *
 * Developed at SunSoft, a Sun Microsystems, Inc. business.
 * Permission to use, copy, modify, and distribute this
 * software is freely granted, provided that this notice
 * is preserved.
 */
