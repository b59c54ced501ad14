package java.lang;

/**
 * The method cache of one thread, lookup by lookup, as the hardware does it (crate method-cache holds the same for the
 * machine; a test holds this one against it).
 */
public final class JopCache {

    /** No method cache is simulated. */
    public static final int NO_CACHE = 0;

    /** Variable blocks, first in, first out. */
    public static final int FIFO = 1;

    /** One method, every lookup a miss. */
    public static final int ONE_BLOCK = 2;

    /** Two halves of 128 words. */
    public static final int TWO_BLOCK = 3;

    /** Which one; set by the agent before the first method is instrumented. */
    static final int KIND = JopProfile.cacheKind;

    private static final int BLOCKS = JopProfile.cacheBlocks;

    private static final int BLOCK_WORDS = JopProfile.cacheBlockWords;

    private static final int HALF_WORDS = 128;

    /** Tag of each block: method + 1, or 0 where none begins. */
    private final int[] tags = new int[KIND == FIFO ? BLOCKS : 2];

    /** First block of each method, or -1. */
    private int[] blockOf = new int[0];

    private int next;

    private int half;

    /** An empty cache. */
    public JopCache() {
    }

    /** Looks for a method and loads it if it is not there; tells whether it was. */
    public boolean find(int method, int words) {
        switch (KIND) {
            case FIFO:
                return findInBlocks(method, words);
            case TWO_BLOCK:
                return findInHalves(method, words);
            default:
                return false;
        }
    }

    private boolean findInBlocks(int method, int words) {
        if (method < blockOf.length && blockOf[method] > 0) {
            return true;
        }
        if (method >= blockOf.length) {
            int[] longer = new int[method + method / 2 + 64];
            System.arraycopy(blockOf, 0, longer, 0, blockOf.length);
            blockOf = longer;
        }
        int mask = BLOCKS - 1;
        // The number of further blocks is cut to the width of a block number.
        int further = words / BLOCK_WORDS & mask;
        for (int i = 0; i <= further; ++i) {
            int block = next + i & mask;
            if (tags[block] != 0) {
                blockOf[tags[block] - 1] = 0;
                tags[block] = 0;
            }
        }
        tags[next] = method + 1;
        blockOf[method] = next + 1;
        next = next + further + 1 & mask;
        return false;
    }

    private boolean findInHalves(int method, int words) {
        int tag = method + 1;
        if (tags[0] == tag || tags[1] == tag) {
            half = tags[1] == tag ? 1 : 0;
            return true;
        }
        half = 1 - half;
        tags[half] = tag;
        if (words >= HALF_WORDS) {
            tags[1 - half] = 0;
        }
        return false;
    }
}
