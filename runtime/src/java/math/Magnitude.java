package java.math;

/**
 * Arithmetic of numbers without sign: words, the lowest first, without zeros at the high end; zero has no words. Products
 * and quotients work with halves of words, as the machine multiplies and divides ints fast and longs slowly.
 */
final class Magnitude {

    static final int[] ZERO = {};

    private static final int LOW = 0xffff;
    private static final int SIGN = 0x80000000;

    private Magnitude() {
    }

    /** The words up to the highest one that is not 0. */
    static int[] trim(int[] a) {
        int length = a.length;
        while (length > 0 && a[length - 1] == 0) {
            --length;
        }
        if (length == a.length) {
            return a;
        }
        // A loop of its own: calls would need stack where there is least of it.
        int[] copy = new int[length];
        for (int i = 0; i < length; ++i) {
            copy[i] = a[i];
        }
        return copy;
    }

    /** The words of a long without sign. */
    static int[] of(long value) {
        int low = (int) value;
        int high = (int) (value >>> 32);
        return high != 0 ? new int[] {low, high} : low != 0 ? new int[] {low} : ZERO;
    }

    static int compare(int[] a, int[] b) {
        if (a.length != b.length) {
            return a.length < b.length ? -1 : 1;
        }
        for (int i = a.length - 1; i >= 0; --i) {
            if (a[i] != b[i]) {
                return a[i] + SIGN < b[i] + SIGN ? -1 : 1;
            }
        }
        return 0;
    }

    static int bitLength(int[] a) {
        return a.length == 0 ? 0 : (a.length << 5) - Integer.numberOfLeadingZeros(a[a.length - 1]);
    }

    static int[] add(int[] a, int[] b) {
        if (a.length < b.length) {
            int[] c = a;
            a = b;
            b = c;
        }
        int[] sum = new int[a.length + 1];
        int carry = 0;
        for (int i = 0; i < a.length; ++i) {
            int x = a[i];
            int y = (i < b.length ? b[i] : 0) + carry;
            // A carry that made y 0 goes on: x + 0 does not tell.
            carry = carry == 1 && y == 0 ? 1 : 0;
            int s = x + y;
            if (s + SIGN < x + SIGN) {
                carry = 1;
            }
            sum[i] = s;
        }
        sum[a.length] = carry;
        return trim(sum);
    }

    /** The difference; a is not smaller. */
    static int[] subtract(int[] a, int[] b) {
        int[] difference = new int[a.length];
        int borrow = 0;
        for (int i = 0; i < a.length; ++i) {
            int x = a[i];
            int y = i < b.length ? b[i] : 0;
            int d = x - y - borrow;
            borrow = borrow == 0 ? x + SIGN < y + SIGN ? 1 : 0 : x + SIGN <= y + SIGN ? 1 : 0;
            difference[i] = d;
        }
        return trim(difference);
    }

    static int[] multiply(int[] a, int[] b) {
        if (a.length == 0 || b.length == 0) {
            return ZERO;
        }
        int[] product = new int[a.length + b.length];
        for (int i = 0; i < a.length; ++i) {
            product[i + b.length] = addProduct(product, i, a[i], b);
        }
        return trim(product);
    }

    /** Adds a word's product with b at a place; gives the carry. */
    private static int addProduct(int[] sum, int place, int word, int[] b) {
        int low = word & LOW;
        int high = word >>> 16;
        int carry = 0;
        int length = b.length;
        for (int j = 0; j < length; ++j, ++place) {
            int y = b[j];
            int other = y & LOW;
            y >>>= 16;
            int p0 = low * other;
            int middle = low * y + (p0 >>> 16);
            int more = high * other + (middle & LOW);
            int top = high * y + (middle >>> 16) + (more >>> 16);
            int bottom = (more << 16 | p0 & LOW) + carry;
            if (bottom + SIGN < carry + SIGN) {
                ++top;
            }
            int s = sum[place] + bottom;
            if (s + SIGN < bottom + SIGN) {
                ++top;
            }
            sum[place] = s;
            carry = top;
        }
        return carry;
    }

    /** Multiplies by a number below 2^16 and adds a number below 2^16, in place; the words must have room. */
    static void multiplyAdd(int[] a, int factor, int carry) {
        for (int i = 0; i < a.length; ++i) {
            int x = a[i];
            int low = (x & LOW) * factor + carry;
            int high = (x >>> 16) * factor + (low >>> 16);
            a[i] = high << 16 | low & LOW;
            carry = high >>> 16;
        }
    }

    /** Divides by a number below 2^15 in place; gives the remainder. */
    static int divide(int[] a, int length, int divisor) {
        int rest = 0;
        for (int i = length - 1; i >= 0; --i) {
            int x = a[i];
            int high = rest << 16 | x >>> 16;
            int q = high / divisor;
            int low = high - q * divisor << 16 | x & LOW;
            int r = low / divisor;
            rest = low - r * divisor;
            a[i] = q << 16 | r;
        }
        return rest;
    }

    static int[] shiftLeft(int[] a, int bits) {
        if (a.length == 0) {
            return a;
        }
        int words = bits >>> 5;
        bits &= 31;
        int[] shifted = new int[a.length + words + 1];
        int carry = 0;
        for (int i = 0; i < a.length; ++i) {
            shifted[i + words] = a[i] << bits | carry;
            carry = bits == 0 ? 0 : a[i] >>> 32 - bits;
        }
        shifted[a.length + words] = carry;
        return trim(shifted);
    }

    static int[] shiftRight(int[] a, int bits) {
        int words = bits >>> 5;
        bits &= 31;
        if (words >= a.length) {
            return ZERO;
        }
        int[] shifted = new int[a.length - words];
        for (int i = 0; i < shifted.length; ++i) {
            int above = bits == 0 || i + words + 1 >= a.length ? 0 : a[i + words + 1] << 32 - bits;
            shifted[i] = a[i + words] >>> bits | above;
        }
        return trim(shifted);
    }

    /** Whether one of the lowest bits is set. */
    static boolean hasBitsBelow(int[] a, int bits) {
        int words = bits >>> 5;
        if (words >= a.length) {
            return a.length > 0;
        }
        for (int i = 0; i < words; ++i) {
            if (a[i] != 0) {
                return true;
            }
        }
        return (bits & 31) != 0 && a[words] << 32 - (bits & 31) != 0;
    }

    /** The halves of the words, shifted left, with one more at the end. */
    private static int[] halves(int[] a, int bits) {
        int[] halves = new int[(a.length << 1) + 1];
        int carry = 0;
        for (int i = 0; i < a.length; ++i) {
            int low = (a[i] & LOW) << bits | carry;
            halves[i << 1] = low & LOW;
            int high = (a[i] >>> 16) << bits | low >>> 16;
            halves[(i << 1) + 1] = high & LOW;
            carry = high >>> 16;
        }
        halves[a.length << 1] = carry;
        return halves;
    }

    private static int[] words(int[] halves, int count, int bits) {
        int[] words = new int[count + 1 >> 1];
        for (int i = 0; i < count; ++i) {
            int half = halves[i] >>> bits;
            if (i + 1 < count) {
                half |= halves[i + 1] << 16 - bits & LOW;
            }
            words[i >> 1] |= (i & 1) == 0 ? half : half << 16;
        }
        return trim(words);
    }

    /** Quotient and remainder. */
    static int[][] divide(int[] a, int[] b) {
        if (b.length == 0) {
            throw new ArithmeticException("BigInteger divide by zero");
        }
        if (compare(a, b) < 0) {
            return new int[][] {ZERO, a};
        }
        if (b.length == 1 && b[0] > 0 && b[0] < 0x8000) {
            int[] quotient = a.clone();
            int rest = divide(quotient, quotient.length, b[0]);
            return new int[][] {trim(quotient), rest == 0 ? ZERO : new int[] {rest}};
        }
        int top = b[b.length - 1];
        int count = (b.length << 1) - (top >>> 16 == 0 ? 1 : 0);
        int bits = Integer.numberOfLeadingZeros(top) & 15;
        int[] rest = halves(a, bits);
        int[] divisor = halves(b, bits);
        int[] quotient = new int[rest.length - count];
        if (count == 1) {
            return divideByHalf(rest, divisor[0], bits, quotient);
        }
        for (int i = quotient.length - 1; i >= 0; --i) {
            quotient[i] = digit(rest, i, divisor, count);
        }
        return new int[][] {words(quotient, quotient.length, 0), words(rest, count, bits)};
    }

    private static int[][] divideByHalf(int[] halves, int divisor, int bits, int[] quotient) {
        int rest = halves[halves.length - 1];
        for (int i = halves.length - 2; i >= 0; --i) {
            int value = rest << 16 | halves[i];
            int q = estimate(value, divisor);
            rest = value - q * divisor;
            quotient[i] = q;
        }
        return new int[][] {words(quotient, quotient.length, 0), trim(new int[] {rest >>> bits})};
    }

    /** A value without sign divided by a half with its highest bit set. */
    private static int estimate(int value, int divisor) {
        int q = (value >>> 1) / divisor << 1;
        int rest = value - q * divisor;
        return rest + SIGN >= divisor + SIGN ? q + 1 : q;
    }

    /** One half of a quotient (Knuth, The Art of Computer Programming, 4.3.1 D); takes its multiple from the rest. */
    private static int digit(int[] rest, int place, int[] divisor, int count) {
        int first = divisor[count - 1];
        int high = rest[place + count];
        int value = high << 16 | rest[place + count - 1];
        int q = high >= first ? LOW : estimate(value, first);
        int over = value - q * first;
        int second = divisor[count - 2];
        // The rest must stay below 2^16 for the comparison to be exact, and beyond it q is right.
        while (over >>> 16 == 0
                && q * second + SIGN > (over << 16 | rest[place + count - 2]) + SIGN) {
            --q;
            over += first;
        }
        int borrow = 0;
        int carry = 0;
        for (int i = 0; i < count; ++i) {
            int product = q * divisor[i] + carry;
            carry = product >>> 16;
            int d = rest[place + i] - (product & LOW) - borrow;
            rest[place + i] = d & LOW;
            borrow = d >>> 31;
        }
        int d = high - carry - borrow;
        rest[place + count] = d & LOW;
        if (d < 0) {
            --q;
            carry = 0;
            for (int i = 0; i < count; ++i) {
                int s = rest[place + i] + divisor[i] + carry;
                rest[place + i] = s & LOW;
                carry = s >>> 16;
            }
            rest[place + count] = rest[place + count] + carry & LOW;
        }
        return q;
    }
}
