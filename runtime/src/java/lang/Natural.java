package java.lang;

/**
 * A natural number of any size, for exact decimal conversions. Digits have 16 bits, lowest first: the product
 * of two fits into the 32 bits that the machine's multiplication gives.
 */
final class Natural {

    private int[] digits;
    private int length;

    Natural(int room) {
        digits = new int[room + 2];
    }

    Natural(long value, int room) {
        this(room + 4);
        for (; value != 0; value >>>= 16) {
            digits[length++] = (int) value & 0xffff;
        }
    }

    boolean isZero() {
        return length == 0;
    }

    /** Number of bits up to the highest one. */
    int bitLength() {
        return length == 0 ? 0 : (length << 4) + 16 - Integer.numberOfLeadingZeros(digits[length - 1]);
    }

    /** this = this * factor + addend, both below 2^16. */
    void multiplyAdd(int factor, int addend) {
        int[] d = digits;
        int n = length;
        for (int i = 0; i < n; ++i) {
            addend += d[i] * factor;
            d[i] = addend & 0xffff;
            addend >>>= 16;
        }
        if (addend != 0) {
            reserve(1);
            digits[length++] = addend;
        }
    }

    /** this = this * 10^power. */
    void scale(int power) {
        for (; power >= 4; power -= 4) {
            multiplyAdd(10000, 0);
        }
        for (; power > 0; --power) {
            multiplyAdd(10, 0);
        }
    }

    /** this = this * 2^distance. */
    void shiftLeft(int distance) {
        if (length == 0) {
            return;
        }
        int whole = distance >> 4;
        reserve(whole + 1);
        if (whole > 0) {
            for (int i = length - 1; i >= 0; --i) {
                digits[i + whole] = digits[i];
            }
            for (int i = 0; i < whole; ++i) {
                digits[i] = 0;
            }
            length += whole;
        }
        if ((distance & 15) != 0) {
            multiplyAdd(1 << (distance & 15), 0);
        }
    }

    private void reserve(int more) {
        if (length + more > digits.length) {
            int[] longer = new int[length + more + 8];
            for (int i = 0; i < length; ++i) {
                longer[i] = digits[i];
            }
            digits = longer;
        }
    }

    /** Negative, 0 or positive: this is smaller than, equal to or larger than the other. */
    int compareTo(Natural other) {
        if (length != other.length) {
            return length - other.length;
        }
        int[] a = digits;
        int[] b = other.digits;
        for (int i = length - 1; i >= 0; --i) {
            if (a[i] != b[i]) {
                return a[i] - b[i];
            }
        }
        return 0;
    }

    /** this = this - other, which is not larger. */
    void subtract(Natural other) {
        int[] a = digits;
        int[] b = other.digits;
        int n = other.length;
        int borrow = 0;
        for (int i = 0; i < n || borrow != 0; ++i) {
            borrow += a[i] - (i < n ? b[i] : 0);
            a[i] = borrow & 0xffff;
            borrow >>= 16;
        }
        while (length > 0 && a[length - 1] == 0) {
            --length;
        }
    }

    /** Order of a + b and c, as compareTo gives it. */
    static int compareSum(Natural a, Natural b, Natural c) {
        int[] x = a.digits;
        int[] y = b.digits;
        int[] z = c.digits;
        int n = c.length;
        if (a.length > n || b.length > n) {
            return 1;
        }
        // From the top: c - a - b so far, which counts 2^16 times as much below; more than 2 of it cannot be made up.
        int difference = 0;
        for (int i = n - 1; i >= 0; --i) {
            difference = (difference << 16) + z[i] - (i < a.length ? x[i] : 0) - (i < b.length ? y[i] : 0);
            if (difference < 0) {
                return 1;
            }
            if (difference > 2) {
                return -1;
            }
        }
        return -difference;
    }

    /** Quotient, which must be small, of this and another; this becomes the remainder. */
    int divideSmall(Natural divisor) {
        int quotient = 0;
        while (compareTo(divisor) >= 0) {
            subtract(divisor);
            ++quotient;
        }
        return quotient;
    }
}
