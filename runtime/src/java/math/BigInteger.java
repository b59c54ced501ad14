package java.math;

import com.jopdesign.sys.BigNumber;
import java.util.Objects;
import java.util.Random;

/** A whole number of any size. */
public class BigInteger extends Number implements Comparable<BigInteger>, BigNumber {

    /** 0. */
    public static final BigInteger ZERO = new BigInteger(0, Magnitude.ZERO);
    /** 1. */
    public static final BigInteger ONE = valueOf(1);
    /** 2. */
    public static final BigInteger TWO = valueOf(2);
    /** 10. */
    public static final BigInteger TEN = valueOf(10);

    /** -1, 0 or 1. */
    final int sign;

    /** As in {@link Magnitude}. */
    final int[] words;

    BigInteger(int sign, int[] words) {
        this.sign = words.length == 0 ? 0 : sign;
        this.words = words;
    }

    /** The number that bytes in two's complement are, the highest first. */
    public BigInteger(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    /** The number that some of the bytes are. */
    public BigInteger(byte[] bytes, int start, int length) {
        Objects.checkFromIndexSize(start, length, bytes.length);
        if (length == 0) {
            throw new NumberFormatException("Zero length BigInteger");
        }
        boolean negative = bytes[start] < 0;
        int[] read = read(bytes, start, length, negative ? 255 : 0);
        words = negative ? Magnitude.add(Magnitude.trim(inverse(read)), new int[] {1}) : Magnitude.trim(read);
        sign = negative ? -1 : words.length == 0 ? 0 : 1;
    }

    /** The number of a sign and bytes without sign. */
    public BigInteger(int sign, byte[] bytes) {
        this(sign, bytes, 0, bytes.length);
    }

    /** The number of a sign and some of the bytes without sign. */
    public BigInteger(int sign, byte[] bytes, int start, int length) {
        Objects.checkFromIndexSize(start, length, bytes.length);
        if (sign < -1 || sign > 1) {
            throw new NumberFormatException("Invalid signum value");
        }
        words = Magnitude.trim(read(bytes, start, length, 0));
        if (sign == 0 && words.length != 0) {
            throw new NumberFormatException("signum-magnitude mismatch");
        }
        this.sign = words.length == 0 ? 0 : sign;
    }

    private static int[] read(byte[] bytes, int start, int length, int fill) {
        int[] words = new int[length + 3 >> 2];
        for (int i = 0; i < words.length << 2; ++i) {
            int value = i < length ? bytes[start + length - 1 - i] & 255 : fill;
            words[i >> 2] |= value << ((i & 3) << 3);
        }
        return words;
    }

    private static int[] inverse(int[] words) {
        for (int i = 0; i < words.length; ++i) {
            words[i] = ~words[i];
        }
        return words;
    }

    /** The number that a decimal text is. */
    public BigInteger(String text) {
        this(text, 10);
    }

    /** The number that a text in some radix is. */
    public BigInteger(String text, int radix) {
        int length = text.length();
        if (radix < Character.MIN_RADIX || radix > Character.MAX_RADIX) {
            throw new NumberFormatException("Radix out of range");
        }
        if (length == 0) {
            throw new NumberFormatException("Zero length BigInteger");
        }
        int start = text.charAt(0) == '-' || text.charAt(0) == '+' ? 1 : 0;
        if (text.lastIndexOf('-') >= start || text.lastIndexOf('+') >= start) {
            throw new NumberFormatException("Illegal embedded sign character");
        }
        if (start == length) {
            throw new NumberFormatException("Zero length BigInteger");
        }
        // A digit has less than 5.17 bits.
        int bits = 32 - Integer.numberOfLeadingZeros(radix - 1);
        int[] read = new int[((length - start) * bits >>> 5) + 1];
        int factor = 1;
        int chunk = 0;
        int used = 1;
        for (int i = start; i < length; ++i) {
            int digit = Character.digit(text.charAt(i), radix);
            if (digit < 0) {
                throw new NumberFormatException(chunk == 0 && i == start && length - start == 1
                        ? "Illegal digit" : "For input string: \"" + text + "\"");
            }
            chunk = chunk * radix + digit;
            factor *= radix;
            if (factor * radix > 0xffff || i == length - 1) {
                Magnitude.multiplyAdd(read, factor, chunk);
                chunk = 0;
                factor = 1;
            }
        }
        words = Magnitude.trim(read);
        sign = words.length == 0 ? 0 : text.charAt(0) == '-' ? -1 : 1;
    }

    /** A random number from 0 up to 2 to a power. */
    public BigInteger(int bits, Random random) {
        if (bits < 0) {
            throw new IllegalArgumentException("numBits must be non-negative");
        }
        byte[] bytes = new byte[bits + 7 >> 3];
        random.nextBytes(bytes);
        if (bytes.length > 0) {
            bytes[0] &= (1 << 8 - ((bytes.length << 3) - bits)) - 1;
        }
        words = Magnitude.trim(read(bytes, 0, bytes.length, 0));
        sign = words.length == 0 ? 0 : 1;
    }

    /** The number of a long. */
    public static BigInteger valueOf(long value) {
        return value < 0 ? new BigInteger(-1, Magnitude.of(-value)) : new BigInteger(1, Magnitude.of(value));
    }

    /** A random number of a length that is almost certainly prime. */
    public static BigInteger probablePrime(int bits, Random random) {
        if (bits < 2) {
            throw new ArithmeticException("bitLength < 2");
        }
        while (true) {
            BigInteger candidate = new BigInteger(bits, random).setBit(bits - 1);
            candidate = bits == 2 ? candidate : candidate.setBit(0);
            if (candidate.isProbablePrime(100)) {
                return candidate;
            }
        }
    }

    /** The next larger number that is almost certainly prime. */
    public BigInteger nextProbablePrime() {
        if (sign < 0) {
            throw new ArithmeticException("start < 0: " + this);
        }
        if (compareTo(TWO) < 0) {
            return TWO;
        }
        BigInteger candidate = add(testBit(0) ? TWO : ONE);
        while (!candidate.isProbablePrime(100)) {
            candidate = candidate.add(TWO);
        }
        return candidate;
    }

    /** The sum. */
    public BigInteger add(BigInteger other) {
        if (sign == 0 || other.sign == 0) {
            return sign == 0 ? other : this;
        }
        return sign == other.sign ? new BigInteger(sign, Magnitude.add(words, other.words))
                : difference(other, sign);
    }

    /** The difference. */
    public BigInteger subtract(BigInteger other) {
        if (sign == 0 || other.sign == 0) {
            return sign == 0 ? other.negate() : this;
        }
        return sign != other.sign ? new BigInteger(sign, Magnitude.add(words, other.words))
                : difference(other, sign);
    }

    /** The difference of the absolute values, with a sign if this one is larger. */
    private BigInteger difference(BigInteger other, int sign) {
        int order = Magnitude.compare(words, other.words);
        if (order == 0) {
            return ZERO;
        }
        return order > 0 ? new BigInteger(sign, Magnitude.subtract(words, other.words))
                : new BigInteger(-sign, Magnitude.subtract(other.words, words));
    }

    /** The product. */
    public BigInteger multiply(BigInteger other) {
        return new BigInteger(sign * other.sign, Magnitude.multiply(words, other.words));
    }

    /** The quotient, cut off. */
    public BigInteger divide(BigInteger divisor) {
        return new BigInteger(sign * divisor.sign, Magnitude.divide(words, divisor.words)[0]);
    }

    /** The remainder, which has the sign of this number. */
    public BigInteger remainder(BigInteger divisor) {
        return new BigInteger(sign, Magnitude.divide(words, divisor.words)[1]);
    }

    /** Quotient and remainder. */
    public BigInteger[] divideAndRemainder(BigInteger divisor) {
        int[][] parts = Magnitude.divide(words, divisor.words);
        return new BigInteger[] {new BigInteger(sign * divisor.sign, parts[0]), new BigInteger(sign, parts[1])};
    }

    /** The remainder that is not negative. */
    public BigInteger mod(BigInteger modulus) {
        if (modulus.sign <= 0) {
            throw new ArithmeticException("BigInteger: modulus not positive");
        }
        BigInteger rest = remainder(modulus);
        return rest.sign < 0 ? rest.add(modulus) : rest;
    }

    /** A power. */
    public BigInteger pow(int exponent) {
        if (exponent < 0) {
            throw new ArithmeticException("Negative exponent");
        }
        if (sign == 0) {
            return exponent == 0 ? ONE : this;
        }
        // Factors 2 are shifts.
        int zeros = getLowestSetBit();
        int[] base = Magnitude.shiftRight(words, zeros);
        int[] power = {1};
        for (int bit = 31 - Integer.numberOfLeadingZeros(exponent); bit >= 0; --bit) {
            power = Magnitude.multiply(power, power);
            if ((exponent >>> bit & 1) != 0) {
                power = Magnitude.multiply(power, base);
            }
        }
        int result = sign < 0 && (exponent & 1) != 0 ? -1 : 1;
        return new BigInteger(result, Magnitude.shiftLeft(power, zeros * exponent));
    }

    /** A power modulo a number. */
    public BigInteger modPow(BigInteger exponent, BigInteger modulus) {
        if (modulus.sign <= 0) {
            throw new ArithmeticException("BigInteger: modulus not positive");
        }
        BigInteger base = exponent.sign < 0 ? modInverse(modulus) : mod(modulus);
        int[] power = Magnitude.divide(ONE.words, modulus.words)[1];
        for (int bit = Magnitude.bitLength(exponent.words) - 1; bit >= 0; --bit) {
            power = Magnitude.divide(Magnitude.multiply(power, power), modulus.words)[1];
            if ((exponent.words[bit >> 5] >>> (bit & 31) & 1) != 0) {
                power = Magnitude.divide(Magnitude.multiply(power, base.words), modulus.words)[1];
            }
        }
        return new BigInteger(1, power);
    }

    /** The number whose product with this one is 1 modulo a number. */
    public BigInteger modInverse(BigInteger modulus) {
        if (modulus.sign <= 0) {
            throw new ArithmeticException("BigInteger: modulus not positive");
        }
        if (modulus.equals(ONE)) {
            return ZERO;
        }
        BigInteger a = mod(modulus);
        BigInteger b = modulus;
        BigInteger x = ONE;
        BigInteger y = ZERO;
        while (a.sign != 0 && !a.equals(ONE)) {
            BigInteger[] parts = b.divideAndRemainder(a);
            b = a;
            a = parts[1];
            BigInteger next = y.subtract(parts[0].multiply(x));
            y = x;
            x = next;
        }
        if (a.sign == 0) {
            throw new ArithmeticException("BigInteger not invertible.");
        }
        return x.mod(modulus);
    }

    /** The greatest common divisor. */
    public BigInteger gcd(BigInteger other) {
        int[] a = words;
        int[] b = other.words;
        while (b.length != 0) {
            int[] rest = Magnitude.divide(a, b)[1];
            a = b;
            b = rest;
        }
        return new BigInteger(1, a);
    }

    /** The root, cut off. */
    public BigInteger sqrt() {
        if (sign < 0) {
            throw new ArithmeticException("Negative BigInteger");
        }
        if (sign == 0) {
            return ZERO;
        }
        // From above, Newton's steps fall until they are there.
        int[] root = Magnitude.shiftLeft(ONE.words, Magnitude.bitLength(words) + 1 >> 1);
        while (true) {
            int[] next = Magnitude.shiftRight(Magnitude.add(root, Magnitude.divide(words, root)[0]), 1);
            if (Magnitude.compare(next, root) >= 0) {
                return new BigInteger(1, root);
            }
            root = next;
        }
    }

    /** Root and what is left. */
    public BigInteger[] sqrtAndRemainder() {
        BigInteger root = sqrt();
        return new BigInteger[] {root, subtract(root.multiply(root))};
    }

    /** Whether this is prime; wrong with a probability below 2 to the negative certainty. */
    public boolean isProbablePrime(int certainty) {
        if (certainty <= 0) {
            return true;
        }
        BigInteger n = abs();
        if (n.words.length == 0 || n.equals(ONE)) {
            return false;
        }
        int[] small = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71};
        for (int prime : small) {
            int[] rest = n.words.clone();
            if (Magnitude.divide(rest, rest.length, prime) == 0) {
                return n.words.length == 1 && n.words[0] == prime;
            }
        }
        // The first 12 bases are enough below 2^64; beyond, each divides the probability of an error by 4 or more.
        int rounds = bitLength() <= 64 ? 12 : Math.min(Math.max(12, certainty + 1 >> 1), small.length);
        BigInteger most = n.subtract(ONE);
        int twos = most.getLowestSetBit();
        BigInteger odd = most.shiftRight(twos);
        for (int i = 0; i < rounds; ++i) {
            BigInteger power = valueOf(small[i]).modPow(odd, n);
            int k = 0;
            while (!power.equals(most) && !(k == 0 && power.equals(ONE))) {
                if (++k >= twos) {
                    return false;
                }
                power = power.multiply(power).mod(n);
            }
        }
        return true;
    }

    /** The absolute value. */
    public BigInteger abs() {
        return sign < 0 ? negate() : this;
    }

    /** The number with the other sign. */
    public BigInteger negate() {
        return new BigInteger(-sign, words);
    }

    /** -1, 0 or 1. */
    public int signum() {
        return sign;
    }

    /** Times 2 to a power. */
    public BigInteger shiftLeft(int bits) {
        return bits < 0 ? shiftRight(-bits) : new BigInteger(sign, Magnitude.shiftLeft(words, bits));
    }

    /** Divided by 2 to a power, rounded down. */
    public BigInteger shiftRight(int bits) {
        if (bits < 0) {
            return shiftLeft(-bits);
        }
        int[] shifted = Magnitude.shiftRight(words, bits);
        if (sign < 0 && Magnitude.hasBitsBelow(words, bits)) {
            shifted = Magnitude.add(shifted, ONE.words);
        }
        return new BigInteger(sign, shifted);
    }

    /** A word of the two's complement; there is no end of them. */
    private int word(int index) {
        int word = index < words.length ? words[index] : 0;
        if (sign >= 0) {
            return word;
        }
        int i = 0;
        while (i < words.length && words[i] == 0) {
            ++i;
        }
        return index < i ? 0 : index == i ? -word : ~word;
    }

    /** The number of words in two's complement. */
    private static BigInteger ofComplement(int[] words) {
        if (words[words.length - 1] >= 0) {
            return new BigInteger(1, Magnitude.trim(words));
        }
        return new BigInteger(-1, Magnitude.add(Magnitude.trim(inverse(words)), new int[] {1}));
    }

    private int[] complement(BigInteger other) {
        return new int[Math.max(words.length, other.words.length) + 1];
    }

    /** Bit by bit. */
    public BigInteger and(BigInteger other) {
        int[] result = complement(other);
        for (int i = 0; i < result.length; ++i) {
            result[i] = word(i) & other.word(i);
        }
        return ofComplement(result);
    }

    /** Bit by bit. */
    public BigInteger or(BigInteger other) {
        int[] result = complement(other);
        for (int i = 0; i < result.length; ++i) {
            result[i] = word(i) | other.word(i);
        }
        return ofComplement(result);
    }

    /** Bit by bit. */
    public BigInteger xor(BigInteger other) {
        int[] result = complement(other);
        for (int i = 0; i < result.length; ++i) {
            result[i] = word(i) ^ other.word(i);
        }
        return ofComplement(result);
    }

    /** Bit by bit. */
    public BigInteger not() {
        return negate().subtract(ONE);
    }

    /** Bit by bit. */
    public BigInteger andNot(BigInteger other) {
        return and(other.not());
    }

    private static void checkBit(int bit) {
        if (bit < 0) {
            throw new ArithmeticException("Negative bit address");
        }
    }

    /** Whether a bit is set. */
    public boolean testBit(int bit) {
        checkBit(bit);
        return (word(bit >> 5) >>> (bit & 31) & 1) != 0;
    }

    /** The number with a bit set. */
    public BigInteger setBit(int bit) {
        checkBit(bit);
        return or(ONE.shiftLeft(bit));
    }

    /** The number with a bit cleared. */
    public BigInteger clearBit(int bit) {
        checkBit(bit);
        return andNot(ONE.shiftLeft(bit));
    }

    /** The number with a bit changed. */
    public BigInteger flipBit(int bit) {
        checkBit(bit);
        return xor(ONE.shiftLeft(bit));
    }

    /** Number of the lowest bit that is set, or -1. */
    public int getLowestSetBit() {
        if (sign == 0) {
            return -1;
        }
        int i = 0;
        while (words[i] == 0) {
            ++i;
        }
        return (i << 5) + Integer.numberOfTrailingZeros(words[i]);
    }

    /** Bits of the shortest two's complement, without sign. */
    public int bitLength() {
        int length = Magnitude.bitLength(words);
        return sign < 0 && getLowestSetBit() == length - 1 ? length - 1 : length;
    }

    /** Number of bits of the two's complement that differ from its sign. */
    public int bitCount() {
        int count = 0;
        for (int i = 0; i < words.length; ++i) {
            count += Integer.bitCount(words[i]);
        }
        return sign < 0 ? count + getLowestSetBit() - 1 : count;
    }

    @Override
    public int compareTo(BigInteger other) {
        if (sign != other.sign) {
            return sign < other.sign ? -1 : 1;
        }
        return sign * Magnitude.compare(words, other.words);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BigInteger && compareTo((BigInteger) other) == 0;
    }

    @Override
    public int hashCode() {
        int hash = 0;
        for (int i = words.length - 1; i >= 0; --i) {
            hash = 31 * hash + words[i];
        }
        return hash * sign;
    }

    /** The smaller one. */
    public BigInteger min(BigInteger other) {
        return compareTo(other) < 0 ? this : other;
    }

    /** The larger one. */
    public BigInteger max(BigInteger other) {
        return compareTo(other) > 0 ? this : other;
    }

    @Override
    public String toString() {
        return toString(10);
    }

    /** The text in a radix. */
    public String toString(int radix) {
        if (sign == 0) {
            return "0";
        }
        if (radix < Character.MIN_RADIX || radix > Character.MAX_RADIX) {
            radix = 10;
        }
        int factor = radix;
        int digits = 1;
        while (factor * radix <= 0x8000) {
            factor *= radix;
            ++digits;
        }
        int bits = 31 - Integer.numberOfLeadingZeros(radix);
        char[] text = new char[(words.length << 5) / bits + digits + 2];
        int start = text.length;
        int[] rest = words.clone();
        int length = rest.length;
        while (length > 0) {
            int chunk = Magnitude.divide(rest, length, factor);
            while (length > 0 && rest[length - 1] == 0) {
                --length;
            }
            for (int i = 0; i < digits && (length > 0 || chunk != 0); ++i) {
                int next = chunk / radix;
                text[--start] = Character.forDigit(chunk - next * radix, radix);
                chunk = next;
            }
        }
        if (sign < 0) {
            text[--start] = '-';
        }
        return new String(text, start, text.length - start);
    }

    /** The shortest two's complement, the highest byte first. */
    public byte[] toByteArray() {
        byte[] bytes = new byte[(bitLength() >> 3) + 1];
        for (int i = 0; i < bytes.length; ++i) {
            bytes[bytes.length - 1 - i] = (byte) (word(i >> 2) >>> ((i & 3) << 3));
        }
        return bytes;
    }

    @Override
    public int intValue() {
        return word(0);
    }

    @Override
    public long longValue() {
        return (long) word(1) << 32 | word(0) & 0xffffffffL;
    }

    /** The value as an int, in which it must have room. */
    public int intValueExact() {
        if (bitLength() > 31) {
            throw new ArithmeticException("BigInteger out of int range");
        }
        return intValue();
    }

    /** The value as a long, in which it must have room. */
    public long longValueExact() {
        if (bitLength() > 63) {
            throw new ArithmeticException("BigInteger out of long range");
        }
        return longValue();
    }

    /** The value as a short, in which it must have room. */
    public short shortValueExact() {
        if (bitLength() > 15) {
            throw new ArithmeticException("BigInteger out of short range");
        }
        return (short) intValue();
    }

    /** The value as a byte, in which it must have room. */
    public byte byteValueExact() {
        if (bitLength() > 7) {
            throw new ArithmeticException("BigInteger out of byte range");
        }
        return (byte) intValue();
    }

    /** The highest bits, rounded to a number of them: halves go to the even neighbour. */
    private long rounded(int length, int bits) {
        int[] top = Magnitude.shiftRight(words, length - bits - 1);
        long value = (top.length > 1 ? (long) top[1] << 32 : 0) | top[0] & 0xffffffffL;
        long half = value >>> 1;
        boolean up = (value & 1) != 0 && ((half & 1) != 0 || Magnitude.hasBitsBelow(words, length - bits - 1));
        return up ? half + 1 : half;
    }

    @Override
    public double doubleValue() {
        int length = Magnitude.bitLength(words);
        if (length < 64) {
            return longValue();
        }
        if (length > 1024) {
            return sign < 0 ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        // A carry out of the fraction goes on into the exponent.
        double value = Double.longBitsToDouble(((long) (length + 1021) << 52) + rounded(length, 53));
        return sign < 0 ? -value : value;
    }

    @Override
    public float floatValue() {
        int length = Magnitude.bitLength(words);
        if (length < 64) {
            return longValue();
        }
        if (length > 128) {
            return sign < 0 ? Float.NEGATIVE_INFINITY : Float.POSITIVE_INFINITY;
        }
        float value = Float.intBitsToFloat((length + 125 << 23) + (int) rounded(length, 24));
        return sign < 0 ? -value : value;
    }

    @Override
    public String textFor(char letter, int precision) {
        switch (letter) {
            case 'd':
                return toString();
            case 'o':
                return toString(8);
            case 'x':
            case 'X':
                return toString(16);
            default:
                return null;
        }
    }
}
