package java.lang;

/**
 * Features of the operands of bytecodes that JOP has in Java: what the cost of their methods depends on, counted from
 * {@code slot} on. The numbers of features are those of {@code data/routines.csv} in crate host-profile, which has the
 * prices.
 */
public final class JopModel {

    private static final int WORD = 32;

    private JopModel() {
    }

    /** Divisions, groups of four quotient bits, ones in the quotient, signs, divisors of -2^31, powers of two. */
    public static void division(int a, int b, long node, int slot) {
        if (b == Integer.MIN_VALUE) {
            JopNode.count(node, slot + 4);
        } else if (b != 0) {
            JopNode.count(node, slot);
            words(a, b, node, slot);
        }
    }

    /** As {@link #division}; powers of two are masked. */
    public static void remainder(int a, int b, long node, int slot) {
        int divisor = JopBits.abs(b);
        if (b != 0 && b != Integer.MIN_VALUE && (divisor & divisor - 1) == 0) {
            JopNode.count(node, slot + 5);
        } else {
            division(a, b, node, slot);
        }
    }

    private static void words(int a, int b, long node, int slot) {
        int dividend = JopBits.abs(a);
        int divisor = JopBits.abs(b);
        int shift = dividend >>> 16 >= divisor ? 16 : 0;
        if (dividend >>> shift + 8 >= divisor) {
            shift += 8;
        }
        if (dividend >>> shift + 4 >= divisor) {
            shift += 4;
        }
        JopNode.add(node, slot + 1, (shift >> 2) + 1);
        JopNode.add(node, slot + 2, JopBits.ones(JopBits.divideUnsigned(dividend, divisor)));
        JopNode.add(node, slot + 3, (a >>> 31) + (b >>> 31) + ((a ^ b) >>> 31));
    }

    /**
     * Divisions of ints with the three features of words; by one word, ones in the low quotient, with a quotient of two
     * words; by two words, steps.
     */
    public static void longs(long a, long b, long node, int slot) {
        if (a == (int) a && b == (int) b && a != Integer.MIN_VALUE) {
            division((int) a, (int) b, node, slot);
            return;
        }
        long dividend = JopBits.abs(a);
        long divisor = JopBits.abs(b);
        if (divisor >>> WORD == 0) {
            JopNode.count(node, slot + 5);
            long quotient = divisor == 0 ? 0 : JopBits.divideUnsigned(dividend, divisor);
            JopNode.add(node, slot + 6, JopBits.ones((int) quotient));
            JopNode.add(node, slot + 7, quotient >>> WORD != 0 ? 1 : 0);
        } else {
            JopNode.count(node, slot + 8);
            int steps = JopBits.leadingZeros(divisor) - JopBits.leadingZeros(dividend);
            JopNode.add(node, slot + 9, JopBits.max(steps, 0));
        }
    }

    public static void add(float a, float b, long node, int slot) {
        int ea = Float.floatToRawIntBits(a) >>> 23 & 0xff;
        int eb = Float.floatToRawIntBits(b) >>> 23 & 0xff;
        boolean same = (Float.floatToRawIntBits(a) ^ Float.floatToRawIntBits(b)) >= 0;
        add(ea, eb, same, 0xff, 26, Float.floatToRawIntBits(a + b) >>> 23 & 0xff, node, slot);
    }

    public static void subtract(float a, float b, long node, int slot) {
        add(a, -b, node, slot);
    }

    public static void add(double a, double b, long node, int slot) {
        int ea = (int) (Double.doubleToRawLongBits(a) >>> 52) & 0x7ff;
        int eb = (int) (Double.doubleToRawLongBits(b) >>> 52) & 0x7ff;
        boolean same = (Double.doubleToRawLongBits(a) ^ Double.doubleToRawLongBits(b)) >= 0;
        add(ea, eb, same, 0x7ff, 55, (int) (Double.doubleToRawLongBits(a + b) >>> 52) & 0x7ff, node, slot);
    }

    public static void subtract(double a, double b, long node, int slot) {
        add(a, -b, node, slot);
    }

    /** Neither finite; one 0 or not normal; far from each other; equal exponents; others; differences: number, 8 places lost, 1 lost. */
    private static void add(int ea, int eb, boolean same, int infinity, int far, int result, long node, int slot) {
        int larger = JopBits.max(ea, eb);
        int smaller = JopBits.min(ea, eb);
        if (larger == infinity) {
            JopNode.count(node, slot);
        } else if (larger - smaller > far) {
            JopNode.count(node, slot + 2);
        } else if (smaller == 0) {
            JopNode.count(node, slot + 1);
        } else if (same) {
            JopNode.count(node, slot + (larger == smaller ? 3 : 4));
        } else {
            int lost = JopBits.max(larger - result, 0);
            JopNode.count(node, slot + 5);
            JopNode.add(node, slot + 6, lost >> 3);
            JopNode.add(node, slot + 7, lost & 7);
            JopNode.add(node, slot + 8, result == 0 ? 1 : 0);
        }
    }

    /** A 0 or not finite; normal; operands that are not; results that are not. */
    private static void product(int ea, int eb, boolean isZero, int infinity, int result, long node, int slot) {
        if (isZero || ea == infinity || eb == infinity) {
            JopNode.count(node, slot);
        } else if (ea == 0 || eb == 0) {
            JopNode.count(node, slot + 2);
        } else {
            JopNode.count(node, slot + (result == 0 ? 3 : 1));
        }
    }

    private static int exponent(float a) {
        return Float.floatToRawIntBits(a) >>> 23 & 0xff;
    }

    private static int exponent(double a) {
        return (int) (Double.doubleToRawLongBits(a) >>> 52) & 0x7ff;
    }

    public static void multiply(float a, float b, long node, int slot) {
        product(exponent(a), exponent(b), a == 0 || b == 0, 0xff, exponent(a * b), node, slot);
    }

    public static void divide(float a, float b, long node, int slot) {
        product(exponent(a), exponent(b), a == 0 || b == 0, 0xff, exponent(a / b), node, slot);
    }

    public static void multiply(double a, double b, long node, int slot) {
        product(exponent(a), exponent(b), a == 0 || b == 0, 0x7ff, exponent(a * b), node, slot);
    }

    public static void divide(double a, double b, long node, int slot) {
        product(exponent(a), exponent(b), a == 0 || b == 0, 0x7ff, exponent(a / b), node, slot);
    }

    /** Remainders at once; others; places between the operands. */
    private static void rest(boolean isAtOnce, int places, long node, int slot) {
        if (isAtOnce) {
            JopNode.count(node, slot);
        } else {
            JopNode.count(node, slot + 1);
            JopNode.add(node, slot + 2, places);
        }
    }

    public static void rest(float a, float b, long node, int slot) {
        rest(!(JopBits.abs(a) >= JopBits.abs(b)) || b == 0 || exponent(a) == 0xff, exponent(a) - exponent(b), node, slot);
    }

    public static void rest(double a, double b, long node, int slot) {
        rest(!(JopBits.abs(a) >= JopBits.abs(b)) || b == 0 || exponent(a) == 0x7ff, exponent(a) - exponent(b), node, slot);
    }

    /** Comparisons of no numbers; others; of two negative numbers; of equal upper words. */
    public static void compare(float a, float b, long node, int slot) {
        if (a != a || b != b) {
            JopNode.count(node, slot);
        } else {
            JopNode.count(node, slot + 1);
            JopNode.add(node, slot + 2, (Float.floatToRawIntBits(a) >>> 31) + (Float.floatToRawIntBits(b) >>> 31));
            JopNode.add(node, slot + 3, a == b ? 1 : 0);
        }
    }

    public static void compare(double a, double b, long node, int slot) {
        if (a != a || b != b) {
            JopNode.count(node, slot);
        } else {
            int ah = (int) (Double.doubleToRawLongBits(a) >> WORD);
            int bh = (int) (Double.doubleToRawLongBits(b) >> WORD);
            JopNode.count(node, slot + 1);
            JopNode.add(node, slot + 2, (ah >>> 31) + (bh >>> 31));
            JopNode.add(node, slot + 3, ah == bh ? 1 : 0);
        }
    }

    /** Zeros; others; eights of leading zeros; ones of them; negative ones; those of two words. */
    public static void fromInt(int a, long node, int slot) {
        if (a == 0) {
            JopNode.count(node, slot);
        } else {
            int zeros = JopBits.leadingZeros(JopBits.abs(a));
            JopNode.count(node, slot + 1);
            JopNode.add(node, slot + 2, zeros >> 3);
            JopNode.add(node, slot + 3, zeros & 7);
            JopNode.add(node, slot + 4, a >>> 31);
        }
    }

    public static void fromLong(long a, long node, int slot) {
        long absolute = JopBits.abs(a);
        if (absolute >>> WORD == 0 && (int) absolute >= 0) {
            fromInt((int) absolute, node, slot);
        } else {
            int zeros = JopBits.leadingZeros(absolute) & 31;
            JopNode.count(node, slot + 5);
            JopNode.add(node, slot + 6, zeros >> 3);
            JopNode.add(node, slot + 7, zeros & 7);
        }
        JopNode.add(node, slot + 4, a >>> 63);
    }

    /** By the size of the number; negative ones. */
    private static void toInt(int exponent, boolean isNegative, long node, int slot) {
        int kind = exponent < 0 ? 0 : exponent < 20 ? 1 : exponent < 23 ? 2 : exponent < 31 ? 3
                : exponent < 52 ? 4 : exponent < 63 ? 5 : 6;
        JopNode.count(node, slot + kind);
        JopNode.add(node, slot + 7, isNegative ? 1 : 0);
    }

    public static void toInt(float a, long node, int slot) {
        toInt(exponent(a) - 127, a < 0, node, slot);
    }

    public static void toInt(double a, long node, int slot) {
        toInt(exponent(a) - 1023, a < 0, node, slot);
    }

    /** Zeros and numbers that are not normal; others; not finite; results that are not normal. */
    public static void toOther(float a, long node, int slot) {
        int exponent = exponent(a);
        JopNode.count(node, slot + (exponent == 0 ? 0 : exponent == 0xff ? 2 : 1));
    }

    public static void toOther(double a, long node, int slot) {
        int exponent = exponent(a) - 1023 + 127;
        JopNode.count(node, slot + (exponent < -32 ? 0 : exponent == 0x7ff - 1023 + 127 ? 2 : exponent < 1 ? 3 : 1));
    }

    /** Arrays; eights of their words; ones of them. */
    public static void array(int length, long node, int slot) {
        if (length >= 0) {
            JopNode.count(node, slot);
            JopNode.add(node, slot + 1, length >> 3);
            JopNode.add(node, slot + 2, length & 7);
        }
    }

    /** As {@link #array} for elements of two words. */
    public static void wideArray(int length, long node, int slot) {
        array(length << 1, node, slot);
        JopNode.count(node, slot + 3);
    }

    /** Arrays of arrays; arrays of references in them; of others; eights of words; ones. */
    public static void arrays(Object array, int levels, long node, int slot) {
        JopNode.count(node, slot);
        long number = 1;
        Object at = array;
        for (int level = 0; level < levels && at != null && number != 0; ++level) {
            boolean isReferences = at instanceof Object[];
            int length = isReferences ? ((Object[]) at).length : lengthOf(at);
            int words = at instanceof long[] || at instanceof double[] ? length << 1 : length;
            JopNode.add(node, slot + (isReferences ? 1 : 2), number);
            JopNode.add(node, slot + 3, number * (words >> 3));
            JopNode.add(node, slot + 4, number * (words & 7));
            number *= length;
            at = isReferences && length != 0 ? ((Object[]) at)[0] : null;
        }
    }

    static int lengthOf(Object array) {
        return array instanceof Object[] ? ((Object[]) array).length : array instanceof int[] ? ((int[]) array).length : array instanceof byte[] ? ((byte[]) array).length
                : array instanceof char[] ? ((char[]) array).length : array instanceof boolean[] ? ((boolean[]) array).length
                : array instanceof long[] ? ((long[]) array).length : array instanceof double[] ? ((double[]) array).length
                : array instanceof float[] ? ((float[]) array).length : ((short[]) array).length;
    }

    /** Switches with a case; without. */
    public static void table(int key, int low, int high, long node, int slot) {
        JopNode.count(node, slot + (key >= low && key <= high ? 0 : 1));
    }

    /** Null; others, as {@code slot} has them for the kind of type. */
    public static void cast(Object object, int kind, long node, int slot) {
        JopNode.count(node, slot + (object == null ? 0 : kind));
    }

    /** Null; others by kind of type; of these, those that are instances. */
    public static void instance(Object object, boolean is, int kind, long node, int slot) {
        JopNode.count(node, slot + (object == null ? 0 : is ? kind + 3 : kind));
    }
}
