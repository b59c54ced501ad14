package joplab;

/**
 * Booleans, 32 to a word: a {@code boolean[]} takes a word for each element on JOP. Unlike {@code java.util.BitSet}, whose words are
 * longs, which are slow on JOP, it has a fixed length, and an index outside of it is an error.
 *
 * <p>It is plain Java and gives the same on every JVM.
 */
public final class BitArray {

    private final int[] words;
    private final int length;

    /** That many times false. */
    public BitArray(int length) {
        if (length < 0) {
            throw new NegativeArraySizeException(String.valueOf(length));
        }
        this.length = length;
        words = new int[(length >>> 5) + ((length & 31) == 0 ? 0 : 1)];
    }

    /** The elements of an array. */
    public BitArray(boolean[] bits) {
        this(bits.length);
        for (int i = 0; i < bits.length; ++i) {
            if (bits[i]) {
                words[i >> 5] |= 1 << i;
            }
        }
    }

    /** Number of elements. */
    public int length() {
        return length;
    }

    /** Words of memory that hold them. */
    public int words() {
        return words.length;
    }

    /** An element. */
    public boolean get(int index) {
        check(index);
        return (words[index >> 5] >>> index & 1) != 0;
    }

    /** Makes an element true. */
    public void set(int index) {
        check(index);
        words[index >> 5] |= 1 << index;
    }

    /** Makes an element false. */
    public void clear(int index) {
        check(index);
        words[index >> 5] &= ~(1 << index);
    }

    /** Writes an element. */
    public void set(int index, boolean value) {
        if (value) {
            set(index);
        } else {
            clear(index);
        }
    }

    /** Turns an element round. */
    public void flip(int index) {
        check(index);
        words[index >> 5] ^= 1 << index;
    }

    /** Writes the elements from an index up to another. */
    public void fill(int from, int to, boolean value) {
        if (from < 0 || from > to || to > length) {
            throw new IndexOutOfBoundsException("Range [" + from + ", " + to + ") out of bounds for length " + length);
        }
        while (from < to) {
            int word = from >> 5;
            int end = word + 1 << 5;
            int mask = -1 << from;
            if (end > to) {
                mask &= -1 >>> 32 - (to & 31);
            }
            words[word] = value ? words[word] | mask : words[word] & ~mask;
            from = end;
        }
    }

    /** Number of elements that are true. */
    public int cardinality() {
        int count = 0;
        for (int i = 0; i < words.length; ++i) {
            count += Integer.bitCount(words[i]);
        }
        return count;
    }

    /** First element that is true, not before an index, or -1. */
    public int nextSet(int from) {
        if (from < 0) {
            throw new IndexOutOfBoundsException("Index " + from + " out of bounds for length " + length);
        }
        if (from >= length) {
            return -1;
        }
        int i = from >> 5;
        int word = words[i] & -1 << from;
        while (word == 0) {
            if (++i == words.length) {
                return -1;
            }
            word = words[i];
        }
        return (i << 5) + Integer.numberOfTrailingZeros(word);
    }

    /** All elements in a new array. */
    public boolean[] toBooleanArray() {
        boolean[] bits = new boolean[length];
        for (int i = 0; i < length; ++i) {
            bits[i] = (words[i >> 5] >>> i & 1) != 0;
        }
        return bits;
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof BitArray) || ((BitArray) other).length != length) {
            return false;
        }
        int[] others = ((BitArray) other).words;
        for (int i = 0; i < words.length; ++i) {
            if (words[i] != others[i]) {
                return false;
            }
        }
        return true;
    }

    /** As {@code Arrays.hashCode} of the same elements. */
    @Override
    public int hashCode() {
        int hash = 1;
        for (int i = 0; i < length; ++i) {
            hash = (hash << 5) - hash + ((words[i >> 5] >>> i & 1) != 0 ? 1231 : 1237);
        }
        return hash;
    }

    private void check(int index) {
        if (index < 0 || index >= length) {
            throw new IndexOutOfBoundsException("Index " + index + " out of bounds for length " + length);
        }
    }
}
