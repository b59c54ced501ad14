package java.lang;

/** Memory outside of the heap for what belongs to one thread: parts are given out one after the other, and go all at once. */
final class JopArena {

    /** What is thrown if there is no memory; made beforehand, as its constructor may be counted. */
    static final Error NO_ROOM = new OutOfMemoryError("no memory for contexts outside of the heap");

    /** Bytes of the first chunk, and of the largest ones. */
    private static final int FIRST_BYTES = 1 << 12;
    private static final int MOST_BYTES = 1 << 20;

    /** Tables by the power of two of their bytes: the last one that was given back, which has the address of the one before. */
    private final long[] free = new long[Integer.SIZE];

    /** Address and bytes of each chunk. */
    private long[] chunks = new long[8];
    private int count;
    private int nextBytes = FIRST_BYTES;
    private long at;
    private long end;

    /** A part of so many bytes, a multiple of 8, all 0. */
    long part(int bytes) {
        int whole = bytes + JopMemory.MARKS;
        if (at + whole > end) {
            addChunk(whole);
        }
        long part = at + JopMemory.MARKS;
        at += whole;
        if (JopMemory.IS_CHECKED) {
            JopMemory.mark(part, bytes);
        }
        clear(part, bytes);
        return part;
    }

    private void addChunk(int least) {
        if (count == chunks.length) {
            long[] longer = new long[count * 2];
            System.arraycopy(chunks, 0, longer, 0, count);
            chunks = longer;
        }
        int bytes = JopBits.max(nextBytes, least);
        at = JopMemory.reserve(bytes);
        end = at + bytes;
        chunks[count++] = at;
        chunks[count++] = bytes;
        nextBytes = JopBits.min(nextBytes * 2, MOST_BYTES);
    }

    private static void clear(long part, int bytes) {
        for (int i = 0; i < bytes; i += Long.BYTES) {
            JopMemory.put(part, i, 0);
        }
    }

    /** A table of a power of two of bytes, maybe one that was given back. */
    long table(int bytes) {
        int power = power(bytes);
        long table = free[power];
        if (table == 0) {
            return part(bytes);
        }
        free[power] = JopMemory.get(table, 0);
        return table;
    }

    /** Takes back a table. */
    void giveBack(long table, int bytes) {
        int power = power(bytes);
        JopMemory.put(table, 0, free[power]);
        free[power] = table;
    }

    private static int power(int bytes) {
        int power = 0;
        while (bytes >> power > 1) {
            ++power;
        }
        return power;
    }

    /** Everything goes; nobody may have an address any more. */
    void release() {
        for (int i = 0; i < count; i += 2) {
            JopMemory.release(chunks[i], chunks[i + 1]);
        }
        count = 0;
        at = 0;
        end = 0;
    }
}
