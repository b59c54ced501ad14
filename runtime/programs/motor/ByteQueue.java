package motor;

/** Bytes in a ring; the capacity is a power of two. */
final class ByteQueue {

    private final byte[] ring;
    private int read;
    private int write;

    ByteQueue(int capacity) {
        ring = new byte[capacity];
    }

    boolean isEmpty() {
        return read == write;
    }

    /** Appends a byte; false if there is no room. */
    boolean put(int value) {
        if (write - read == ring.length) {
            return false;
        }
        ring[write++ & ring.length - 1] = (byte) value;
        return true;
    }

    /** Takes the first byte, 0 to 255. */
    int take() {
        return ring[read++ & ring.length - 1] & 0xFF;
    }
}
