package java.lang;

import jdk.internal.vm.annotation.ForceInline;

/**
 * The method cache of one thread or of all, lookup by lookup. Crate method-cache defines the organisations; a test holds
 * these against it. None of them looks at addresses, so a method is its number.
 */
public abstract class JopCache {

    /** No method cache is simulated. */
    public static final int NO_CACHE = 0;

    /** Variable blocks, first in, first out. */
    public static final int FIFO = 1;

    /** One method, every lookup a miss. */
    public static final int ONE_BLOCK = 2;

    /** Two halves of 128 words. */
    public static final int TWO_BLOCK = 3;

    /** Variable blocks anywhere, the least recently used method replaced. */
    public static final int LRU = 4;

    /** A method in each block, first in, first out. */
    public static final int FIXED_FIFO = 5;

    /** A method in each block, the least recently used replaced. */
    public static final int FIXED_LRU = 6;

    /** Variable blocks, placed after the running method. */
    public static final int BUMP_POINTER = 7;

    /** Which one; set by the agent before the first method is instrumented. */
    static final int KIND = JopProfile.cacheKind;

    /** Whether each thread has one that takes the place of the oldest methods. */
    static final boolean IS_FIFO = (KIND == FIFO || KIND == FIXED_FIFO) && !JopProfile.cacheShared;

    private static JopCache shared;

    JopCache() {
    }

    /** Looks for a method and loads it if it is not there; tells whether it was. */
    public abstract boolean find(int method, int words);

    /** Looks for the method of a context in the cache of its running thread; tells whether it was there. */
    @ForceInline
    static boolean look(Thread thread, long node) {
        if (KIND == NO_CACHE) {
            return true;
        }
        if (IS_FIFO) {
            return JopFifoCache.look(thread, node);
        }
        int method = JopNode.method(node);
        return method < 0 || JopNode.isAside(node) || thread.jopState.cache.find(method, JopProfile.words[method]);
    }

    /** The cache of a thread that starts; null if none is simulated. */
    static synchronized JopCache ofThread() {
        if (!JopProfile.cacheShared || KIND == NO_CACHE) {
            return make();
        }
        if (shared == null) {
            shared = new JopSharedCache(make());
        }
        return shared;
    }

    /** An empty cache; null if none is simulated. */
    public static JopCache make() {
        int blocks = JopProfile.cacheBlocks;
        int blockWords = JopProfile.cacheBlockWords;
        switch (KIND) {
            case FIFO:
                return new JopFifoCache(blocks, blockWords);
            case ONE_BLOCK:
                return new JopNoRoomCache();
            case TWO_BLOCK:
                return new JopHalvesCache();
            case LRU:
                return new JopRecencyCache(blocks, blockWords);
            case FIXED_FIFO:
                return new JopFifoCache(blocks, Integer.MAX_VALUE);
            case FIXED_LRU:
                return new JopRecencyCache(blocks, Integer.MAX_VALUE);
            case BUMP_POINTER:
                return new JopStackedCache(blocks, blockWords);
            default:
                return null;
        }
    }
}
