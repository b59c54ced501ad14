package java.lang;

/**
 * A number as the sum of two doubles, of which the low one is less than the last place of the high one: about 106 bits.
 * The exact error of a sum comes from subtracting again, that of a product from halves of the factors.
 */
final class Twofold {

    double high;
    double low;

    Twofold(double high, double low) {
        this.high = high;
        this.low = low;
    }

    /** The leading 26 bits. */
    static double upper(double a) {
        return Double.longBitsToDouble(Double.doubleToRawLongBits(a) & 0xfffffffff8000000L);
    }

    /** What rounding took from the product p of a and b. */
    static double error(double a, double b, double p) {
        double ah = upper(a);
        double al = a - ah;
        double bh = upper(b);
        double bl = b - bh;
        return ah * bh - p + ah * bl + al * bh + al * bl;
    }

    /** Sets the sum of two doubles, the first one the larger. */
    private Twofold set(double a, double b) {
        high = a + b;
        low = a - high + b;
        return this;
    }

    /** Multiplies by a double. */
    Twofold times(double b) {
        double p = high * b;
        return set(p, error(high, b, p) + low * b);
    }

    /** Multiplies. */
    Twofold times(Twofold b) {
        double p = high * b.high;
        return set(p, error(high, b.high, p) + (high * b.low + low * b.high));
    }

    /** Adds. */
    Twofold plus(double bHigh, double bLow) {
        double sum = high + bHigh;
        double part = sum - high;
        double rest = high - (sum - part) + (bHigh - part);
        return set(sum, rest + (low + bLow));
    }

    /** Divides by another one; the quotient of the high parts is corrected once. */
    Twofold over(Twofold b) {
        double q = high / b.high;
        double p = q * b.high;
        double rest = high - p - error(q, b.high, p) + low - q * b.low;
        return set(q, rest / b.high);
    }
}
