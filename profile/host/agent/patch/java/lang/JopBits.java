package java.lang;

/** Arithmetic without the JDK's methods, which are instrumented themselves if the JDK is covered. */
final class JopBits {

    private JopBits() {
    }

    static int abs(int a) {
        return a < 0 ? -a : a;
    }

    static long abs(long a) {
        return a < 0 ? -a : a;
    }

    static float abs(float a) {
        return a <= 0 ? 0 - a : a;
    }

    static double abs(double a) {
        return a <= 0 ? 0 - a : a;
    }

    static int max(int a, int b) {
        return a < b ? b : a;
    }

    static int min(int a, int b) {
        return a < b ? a : b;
    }

    static int ones(int bits) {
        int count = 0;
        for (int left = bits; left != 0; left &= left - 1) {
            ++count;
        }
        return count;
    }

    static int leadingZeros(int bits) {
        if (bits == 0) {
            return 32;
        }
        int zeros = 0;
        int left = bits;
        for (int step = 16; step != 0; step >>= 1) {
            if (left >>> 32 - step == 0) {
                zeros += step;
                left <<= step;
            }
        }
        return zeros;
    }

    static int leadingZeros(long bits) {
        int high = (int) (bits >>> 32);
        return high == 0 ? 32 + leadingZeros((int) bits) : leadingZeros(high);
    }

    static int divideUnsigned(int a, int b) {
        return (int) ((a & 0xffffffffL) / (b & 0xffffffffL));
    }

    static long divideUnsigned(long a, long b) {
        if (b < 0) {
            return a + Long.MIN_VALUE < b + Long.MIN_VALUE ? 0 : 1;
        }
        if (a >= 0) {
            return a / b;
        }
        long quotient = (a >>> 1) / b << 1;
        long rest = a - quotient * b;
        return rest + Long.MIN_VALUE < b + Long.MIN_VALUE ? quotient : quotient + 1;
    }
}
