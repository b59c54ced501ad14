package motor;

/** One direction of the bus: bytes on their way, some of which get disturbed. */
final class Link {

    /** Bytes that pass in a millisecond, about 115,200 bits a second. */
    private static final int BYTES_PER_STEP = 11;
    /** One byte in so many gets disturbed. */
    private static final int DISTURBANCE = 400;

    private final ByteQueue waiting = new ByteQueue(256);
    private final ByteQueue arrived = new ByteQueue(64);
    private int random;
    private int disturbed;

    Link(int seed) {
        random = seed;
    }

    /** Lets a millisecond's worth of bytes pass. */
    void step() {
        for (int i = 0; i < BYTES_PER_STEP && !waiting.isEmpty(); ++i) {
            arrived.put(disturb(waiting.take()));
        }
    }

    private int disturb(int value) {
        random = random * 1664525 + 1013904223;
        if ((random >>> 16) * DISTURBANCE >>> 16 != 0) {
            return value;
        }
        ++disturbed;
        return value ^ 1 << (random >>> 29);
    }

    /** Sends a byte; false if the line is full. */
    boolean send(int value) {
        return waiting.put(value);
    }

    /** The next byte, or -1. */
    int receive() {
        return arrived.isEmpty() ? -1 : arrived.take();
    }

    int disturbed() {
        return disturbed;
    }
}
