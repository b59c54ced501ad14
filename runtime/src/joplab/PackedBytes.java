package joplab;

/**
 * Bytes, four to a word: a quarter of the memory of a {@code byte[]}, which takes a word for each element on JOP.
 *
 * <p>It is plain Java and gives the same on every JVM. An access costs a shift and a
 * mask more than that of an array, and a call.
 */
public final class PackedBytes {

    private final int[] words;
    private final int length;

    /** That many zeros. */
    public PackedBytes(int length) {
        if (length < 0) {
            throw new NegativeArraySizeException(String.valueOf(length));
        }
        this.length = length;
        words = new int[(length >>> 2) + ((length & 3) == 0 ? 0 : 1)];
    }

    /** The bytes of an array. */
    public PackedBytes(byte[] bytes) {
        this(bytes.length);
        put(0, bytes, 0, bytes.length);
    }

    /** Number of bytes. */
    public int length() {
        return length;
    }

    /** Words of memory that hold them. */
    public int words() {
        return words.length;
    }

    /** A byte, with its sign. */
    public byte get(int index) {
        return (byte) getUnsigned(index);
    }

    /** A byte as 0 to 255: on JOP quicker than with the sign. */
    public int getUnsigned(int index) {
        if (index < 0 || index >= length) {
            throw outside(index);
        }
        return words[index >> 2] >>> ((index & 3) << 3) & 0xff;
    }

    /** Writes the lower eight bits of a number. */
    public void set(int index, int value) {
        if (index < 0 || index >= length) {
            throw outside(index);
        }
        int shift = (index & 3) << 3;
        int word = words[index >> 2] & ~(0xff << shift);
        words[index >> 2] = word | (value & 0xff) << shift;
    }

    /** Writes the same byte from an index up to another. */
    public void fill(int from, int to, int value) {
        checkRange(from, to - from, length);
        while (from < to && (from & 3) != 0) {
            set(from++, value);
        }
        int four = value & 0xff;
        four |= four << 8;
        four |= four << 16;
        for (; from + 4 <= to; from += 4) {
            words[from >> 2] = four;
        }
        while (from < to) {
            set(from++, value);
        }
    }

    /** Copies bytes of another row, or of this one; parts may overlap. */
    public void copy(int index, PackedBytes from, int fromIndex, int count) {
        checkRange(index, count, length);
        checkRange(fromIndex, count, from.length);
        if (from == this && fromIndex < index) {
            for (int i = count - 1; i >= 0; --i) {
                set(index + i, from.getUnsigned(fromIndex + i));
            }
            return;
        }
        int i = 0;
        if ((index & 3) == (fromIndex & 3)) {
            while (i < count && (index + i & 3) != 0) {
                set(index + i, from.getUnsigned(fromIndex + i));
                ++i;
            }
            int whole = count - i >> 2;
            System.arraycopy(from.words, fromIndex + i >> 2, words, index + i >> 2, whole);
            i += whole << 2;
        }
        for (; i < count; ++i) {
            set(index + i, from.getUnsigned(fromIndex + i));
        }
    }

    /** Takes bytes of an array. */
    public void put(int index, byte[] from, int offset, int count) {
        checkRange(index, count, length);
        checkRange(offset, count, from.length);
        for (int i = 0; i < count; ++i) {
            set(index + i, from[offset + i]);
        }
    }

    /** Gives bytes to an array. */
    public void get(int index, byte[] to, int offset, int count) {
        checkRange(index, count, length);
        checkRange(offset, count, to.length);
        for (int i = 0; i < count; ++i) {
            to[offset + i] = get(index + i);
        }
    }

    /** All bytes in a new array. */
    public byte[] toByteArray() {
        byte[] bytes = new byte[length];
        get(0, bytes, 0, length);
        return bytes;
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof PackedBytes) || ((PackedBytes) other).length != length) {
            return false;
        }
        int[] others = ((PackedBytes) other).words;
        for (int i = 0; i < words.length; ++i) {
            if (words[i] != others[i]) {
                return false;
            }
        }
        return true;
    }

    /** As {@code Arrays.hashCode} of the same bytes. */
    @Override
    public int hashCode() {
        int hash = 1;
        for (int i = 0; i < length; ++i) {
            hash = (hash << 5) - hash + get(i);
        }
        return hash;
    }

    private IndexOutOfBoundsException outside(int index) {
        return new IndexOutOfBoundsException("Index " + index + " out of bounds for length " + length);
    }

    private static void checkRange(int index, int count, int length) {
        if (index < 0 || count < 0 || index > length - count) {
            throw new IndexOutOfBoundsException(
                    "Range [" + index + ", " + index + " + " + count + ") out of bounds for length " + length);
        }
    }
}
