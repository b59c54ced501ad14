package java.util;

import java.io.Serializable;

/** A number of 128 bits that is nobody else's. */
public final class UUID implements Comparable<UUID>, Serializable {

    private final long high;
    private final long low;

    /** The number with these bits. */
    public UUID(long high, long low) {
        this.high = high;
        this.low = low;
    }

    /** A number by chance. The machine has no source of secrets: it follows from the time of the call. */
    public static UUID randomUUID() {
        Random random = new Random();
        return of(random.nextLong(), random.nextLong(), 4);
    }

    /** The number that follows from a name, by MD5. */
    public static UUID nameUUIDFromBytes(byte[] name) {
        int[] hash = MessageHash.md5(name);
        return of((long) hash[0] << 32 | hash[1] & 0xffffffffL, (long) hash[2] << 32 | hash[3] & 0xffffffffL, 3);
    }

    private static UUID of(long high, long low, int version) {
        return new UUID(high & ~0xf000L | version << 12, low & 0x3fffffffffffffffL | 0x8000000000000000L);
    }

    /** The number that a text of five groups of hexadecimal digits is. */
    public static UUID fromString(String text) {
        if (text.length() > 36) {
            throw new IllegalArgumentException("UUID string too large");
        }
        int dashes = 0;
        for (int i = 0; i < text.length(); ++i) {
            dashes += text.charAt(i) == '-' ? 1 : 0;
        }
        if (dashes != 4) {
            throw new IllegalArgumentException("Invalid UUID string: " + text);
        }
        long[] part = new long[5];
        int start = 0;
        for (int i = 0; i < 5; ++i) {
            int end = i < 4 ? text.indexOf('-', start) : text.length();
            part[i] = hex(text.substring(start, end));
            start = end + 1;
        }
        return new UUID((part[0] & 0xffffffffL) << 32 | (part[1] & 0xffff) << 16 | part[2] & 0xffff,
                (part[3] & 0xffff) << 48 | part[4] & 0xffffffffffffL);
    }

    /** A number without more bits than a positive long has. */
    private static long hex(String digits) {
        if (digits.isEmpty()) {
            throw new NumberFormatException("");
        }
        long value = 0;
        for (int i = digits.length() > 1 && digits.charAt(0) == '+' ? 1 : 0; i < digits.length(); ++i) {
            int digit = Character.digit(digits.charAt(i), 16);
            if (digit < 0 || value > Long.MAX_VALUE >> 4) {
                throw new NumberFormatException("Error at index " + i + " in: \"" + digits + "\"");
            }
            value = value << 4 | digit;
        }
        return value;
    }

    /** The upper half. */
    public long getMostSignificantBits() {
        return high;
    }

    /** The lower half. */
    public long getLeastSignificantBits() {
        return low;
    }

    /** How it was made: 1 by time, 3 and 5 by a name, 4 by chance. */
    public int version() {
        return (int) high >> 12 & 15;
    }

    /** Which bits mean what. */
    public int variant() {
        int top = (int) (low >>> 61);
        return top < 4 ? 0 : top < 6 ? 2 : top;
    }

    private void checkTime() {
        if (version() != 1) {
            throw new UnsupportedOperationException("Not a time-based UUID");
        }
    }

    /** The time of version 1. */
    public long timestamp() {
        checkTime();
        return (high & 0xfff) << 48 | (high >> 16 & 0xffff) << 32 | high >>> 32;
    }

    /** The sequence of version 1. */
    public int clockSequence() {
        checkTime();
        return (int) (low >>> 48) & 0x3fff;
    }

    /** The place of version 1. */
    public long node() {
        checkTime();
        return low & 0xffffffffffffL;
    }

    @Override
    public int compareTo(UUID other) {
        return high != other.high ? Long.compare(high, other.high) : Long.compare(low, other.low);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof UUID && high == ((UUID) other).high && low == ((UUID) other).low;
    }

    @Override
    public int hashCode() {
        long both = high ^ low;
        return (int) (both >> 32) ^ (int) both;
    }

    @Override
    public String toString() {
        char[] text = new char[36];
        int at = 0;
        for (int i = 0; i < 4; ++i) {
            int word = (int) (i < 2 ? high >> 32 - 32 * i : low >> 96 - 32 * i);
            for (int shift = 28; shift >= 0; shift -= 4) {
                if (at == 8 || at == 13 || at == 18 || at == 23) {
                    text[at++] = '-';
                }
                text[at++] = Character.forDigit(word >> shift & 15, 16);
            }
        }
        return new String(text);
    }
}
