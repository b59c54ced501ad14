package java.util;

import java.io.Serializable;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** A row of bits that grows; they are kept in words of 32. */
public class BitSet implements Cloneable, Serializable {

    private int[] words;

    /** No word from here on has a bit. */
    private int used;

    /** No bits. */
    public BitSet() {
        words = new int[2];
    }

    /** No bits, with room for a number of them. */
    public BitSet(int bits) {
        if (bits < 0) {
            throw new NegativeArraySizeException("nbits < 0: " + bits);
        }
        words = new int[Math.max(bits + 31 >>> 5, 2)];
    }

    /** The bits of longs, the lowest first. */
    public static BitSet valueOf(long[] longs) {
        BitSet set = new BitSet(longs.length << 6);
        for (int i = 0; i < longs.length; ++i) {
            set.words[2 * i] = (int) longs[i];
            set.words[2 * i + 1] = (int) (longs[i] >>> 32);
        }
        set.used = 2 * longs.length;
        set.trim();
        return set;
    }

    /** The bits of bytes, the lowest first. */
    public static BitSet valueOf(byte[] bytes) {
        BitSet set = new BitSet(bytes.length << 3);
        for (int i = 0; i < bytes.length; ++i) {
            set.words[i >> 2] |= (bytes[i] & 0xff) << ((i & 3) << 3);
        }
        set.used = bytes.length + 3 >> 2;
        set.trim();
        return set;
    }

    /** The bits as longs, the lowest first. */
    public long[] toLongArray() {
        long[] longs = new long[used + 1 >> 1];
        for (int i = 0; i < longs.length; ++i) {
            longs[i] = (long) word(2 * i + 1) << 32 | word(2 * i) & 0xffffffffL;
        }
        return longs;
    }

    /** The bits as bytes, the lowest first. */
    public byte[] toByteArray() {
        byte[] bytes = new byte[length() + 7 >> 3];
        for (int i = 0; i < bytes.length; ++i) {
            bytes[i] = (byte) (words[i >> 2] >>> ((i & 3) << 3));
        }
        return bytes;
    }

    private int word(int index) {
        return index < used ? words[index] : 0;
    }

    private void trim() {
        while (used > 0 && words[used - 1] == 0) {
            --used;
        }
    }

    private void reserve(int index) {
        if (index >= words.length) {
            words = Arrays.copyOf(words, Math.max(words.length << 1, index + 1));
        }
        if (index >= used) {
            used = index + 1;
        }
    }

    private static void check(int index) {
        if (index < 0) {
            throw new IndexOutOfBoundsException("bitIndex < 0: " + index);
        }
    }

    private static void check(int from, int to) {
        if (from < 0) {
            throw new IndexOutOfBoundsException("fromIndex < 0: " + from);
        }
        if (to < 0) {
            throw new IndexOutOfBoundsException("toIndex < 0: " + to);
        }
        if (from > to) {
            throw new IndexOutOfBoundsException("fromIndex: " + from + " > toIndex: " + to);
        }
    }

    /** Bits of a word that lie from an index up to another. */
    private static int mask(int word, int from, int to) {
        int mask = -1;
        if (word == from >> 5) {
            mask <<= from;
        }
        if (word == to >> 5) {
            mask &= ~(-1 << to);
        }
        return mask;
    }

    /** Whether a bit is set. */
    public boolean get(int index) {
        check(index);
        return (word(index >> 5) >>> index & 1) != 0;
    }

    /** The bits from an index up to another, moved to the beginning. */
    public BitSet get(int from, int to) {
        check(from, to);
        BitSet part = new BitSet(Math.max(0, Math.min(to, length()) - from));
        for (int i = nextSetBit(from); i >= 0 && i < to; i = nextSetBit(i + 1)) {
            part.set(i - from);
        }
        return part;
    }

    /** Sets a bit. */
    public void set(int index) {
        check(index);
        reserve(index >> 5);
        words[index >> 5] |= 1 << index;
    }

    /** Sets or clears a bit. */
    public void set(int index, boolean value) {
        if (value) {
            set(index);
        } else {
            clear(index);
        }
    }

    /** Sets the bits from an index up to another. */
    public void set(int from, int to) {
        check(from, to);
        if (from < to) {
            reserve(to - 1 >> 5);
            for (int i = from >> 5; i <= to - 1 >> 5; ++i) {
                words[i] |= mask(i, from, to);
            }
        }
    }

    /** Sets or clears the bits from an index up to another. */
    public void set(int from, int to, boolean value) {
        if (value) {
            set(from, to);
        } else {
            clear(from, to);
        }
    }

    /** Clears a bit. */
    public void clear(int index) {
        check(index);
        if (index >> 5 < used) {
            words[index >> 5] &= ~(1 << index);
            trim();
        }
    }

    /** Clears the bits from an index up to another. */
    public void clear(int from, int to) {
        check(from, to);
        for (int i = from >> 5; i < used && i << 5 < to; ++i) {
            words[i] &= ~mask(i, from, to);
        }
        trim();
    }

    /** Clears all bits. */
    public void clear() {
        Arrays.fill(words, 0);
        used = 0;
    }

    /** Changes a bit. */
    public void flip(int index) {
        check(index);
        reserve(index >> 5);
        words[index >> 5] ^= 1 << index;
        trim();
    }

    /** Changes the bits from an index up to another. */
    public void flip(int from, int to) {
        check(from, to);
        if (from < to) {
            reserve(to - 1 >> 5);
            for (int i = from >> 5; i <= to - 1 >> 5; ++i) {
                words[i] ^= mask(i, from, to);
            }
            trim();
        }
    }

    /** Index of the first set bit from an index on, or -1. */
    public int nextSetBit(int from) {
        if (from < 0) {
            throw new IndexOutOfBoundsException("fromIndex < 0: " + from);
        }
        int i = from >> 5;
        int word = word(i) & -1 << from;
        while (word == 0) {
            if (++i >= used) {
                return -1;
            }
            word = words[i];
        }
        return (i << 5) + Integer.numberOfTrailingZeros(word);
    }

    /** Index of the first clear bit from an index on. */
    public int nextClearBit(int from) {
        if (from < 0) {
            throw new IndexOutOfBoundsException("fromIndex < 0: " + from);
        }
        int i = from >> 5;
        int word = ~word(i) & -1 << from;
        while (word == 0) {
            word = ~word(++i);
        }
        return (i << 5) + Integer.numberOfTrailingZeros(word);
    }

    /** Index of the last set bit up to an index, or -1. */
    public int previousSetBit(int from) {
        if (from < -1) {
            throw new IndexOutOfBoundsException("fromIndex < -1: " + from);
        }
        for (int i = Math.min(from, (used << 5) - 1); i >= 0; --i) {
            if (get(i)) {
                return i;
            }
        }
        return -1;
    }

    /** Index of the last clear bit up to an index, or -1. */
    public int previousClearBit(int from) {
        if (from < -1) {
            throw new IndexOutOfBoundsException("fromIndex < -1: " + from);
        }
        int i = from;
        while (i >= 0 && get(i)) {
            --i;
        }
        return i;
    }

    /** Index behind the last set bit. */
    public int length() {
        return used == 0 ? 0 : (used << 5) - Integer.numberOfLeadingZeros(words[used - 1]);
    }

    /** Whether no bit is set. */
    public boolean isEmpty() {
        return used == 0;
    }

    /** Number of set bits. */
    public int cardinality() {
        int count = 0;
        for (int i = 0; i < used; ++i) {
            count += Integer.bitCount(words[i]);
        }
        return count;
    }

    /** Number of bits there is room for: words are counted in pairs. */
    public int size() {
        return (words.length + 1 >> 1) << 6;
    }

    /** Whether a bit is set here and in another set. */
    public boolean intersects(BitSet other) {
        for (int i = Math.min(used, other.used) - 1; i >= 0; --i) {
            if ((words[i] & other.words[i]) != 0) {
                return true;
            }
        }
        return false;
    }

    /** Keeps what another set has, too. */
    public void and(BitSet other) {
        for (int i = 0; i < used; ++i) {
            words[i] &= other.word(i);
        }
        trim();
    }

    /** Adds what another set has. */
    public void or(BitSet other) {
        if (other.used > 0) {
            reserve(other.used - 1);
        }
        for (int i = 0; i < other.used; ++i) {
            words[i] |= other.words[i];
        }
    }

    /** Changes what another set has. */
    public void xor(BitSet other) {
        if (other.used > 0) {
            reserve(other.used - 1);
        }
        for (int i = 0; i < other.used; ++i) {
            words[i] ^= other.words[i];
        }
        trim();
    }

    /** Keeps what another set does not have. */
    public void andNot(BitSet other) {
        for (int i = Math.min(used, other.used) - 1; i >= 0; --i) {
            words[i] &= ~other.words[i];
        }
        trim();
    }

    @Override
    public int hashCode() {
        long hash = 1234;
        long[] longs = toLongArray();
        for (int i = longs.length - 1; i >= 0; --i) {
            hash ^= longs[i] * (i + 1);
        }
        return (int) (hash >> 32 ^ hash);
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof BitSet) || used != ((BitSet) other).used) {
            return false;
        }
        int[] theirs = ((BitSet) other).words;
        for (int i = 0; i < used; ++i) {
            if (words[i] != theirs[i]) {
                return false;
            }
        }
        return true;
    }

    @Override
    public Object clone() {
        BitSet copy = new BitSet(used << 5);
        copy.or(this);
        return copy;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        text.append('{');
        for (int i = nextSetBit(0); i >= 0; i = nextSetBit(i + 1)) {
            if (text.length() > 1) {
                text.append(", ");
            }
            text.append(i);
        }
        return text.append('}').toString();
    }

    /** The numbers of the bits that are set as a stream. */
    public IntStream stream() {
        return IntStream.iterate(nextSetBit(0), new IntPredicate() {
            @Override
            public boolean test(int bit) {
                return bit >= 0;
            }
        }, new IntUnaryOperator() {
            @Override
            public int applyAsInt(int bit) {
                return nextSetBit(bit + 1);
            }
        });
    }
}
