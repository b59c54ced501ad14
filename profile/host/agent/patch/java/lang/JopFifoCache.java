package java.lang;

import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * Consecutive blocks for a method, filled in a circle. Blocks without an end hold one method each.
 *
 * <p>Blocks are numbered on and on, and the circle has the last ones: a method is there if its first block, when it was loaded
 * last, is one of them. That number is the method's place, to which its nodes have the address. The number of the oldest block that
 * is there is in the thread, where a compiler keeps it in a register.
 *
 * <p>A lookup that finds its method changes nothing, so one of the running method may be left out, as long as that is there: it is,
 * after its own lookup, unless an exception or the agent's own work came in between. Then the oldest block is {@link #UNSURE}
 * until the next lookup, in which nothing is found before that.
 */
final class JopFifoCache extends JopCache {

    /** The number of the first block. */
    static final long FIRST = 1;

    /** In place of the oldest block, which {@link #sure} has: the running method may not be there. */
    private static final long UNSURE = Long.MAX_VALUE;

    /** Blocks of the circle of each thread. */
    private static final int BLOCKS = JopProfile.cacheBlocks;

    /** Blocks of the circle. */
    private final int blocks;

    /** Words of a block, as a power of two. */
    private final int blockBits;

    /** Addresses of the places of methods; 0 for those that have none yet. */
    private long[] places = {};

    /** The oldest block while the thread has {@link #UNSURE}. */
    private long sure;

    /** Places, and the oldest block, for {@link #find}. */
    private long[] found = {};
    private long oldest = FIRST;

    JopFifoCache(int blocks, int blockWords) {
        this.blocks = blocks;
        int bits = 0;
        while (blockWords >> bits > 1) {
            ++bits;
        }
        // One more for blocks without an end: no method has that many words.
        blockBits = blockWords == Integer.MAX_VALUE ? bits + 1 : bits;
    }

    /** Without a thread, as where all share one. */
    @Override
    public boolean find(int method, int words) {
        if (method >= found.length) {
            found = longer(found, method);
        }
        if (found[method] >= oldest) {
            return true;
        }
        found[method] = oldest + blocks;
        oldest += room(words);
        return false;
    }

    private static long[] longer(long[] array, int method) {
        long[] longer = new long[method + method / 2 + 64];
        System.arraycopy(array, 0, longer, 0, array.length);
        return longer;
    }

    /** Address of the place of a method. */
    long place(int method, JopArena arena) {
        if (method >= places.length) {
            places = longer(places, method);
        }
        if (places[method] == 0) {
            places[method] = arena.part(Long.BYTES);
        }
        return places[method];
    }

    /** The number of blocks of a method. */
    int room(int words) {
        // The number of further blocks is cut to the width of a block number.
        return (words >> blockBits & blocks - 1) + 1;
    }

    /** Looks for the method of a node of the running thread; tells whether it was there. */
    @ForceInline
    static boolean look(Thread thread, long node) {
        long place = JopMemory.get(node, JopNode.PLACE);
        long oldest = thread.jopOldest;
        return JopMemory.get(place, 0) >= oldest || load(thread, node, place, oldest);
    }

    @ForceInline
    private static boolean load(Thread thread, long node, long place, long oldest) {
        if (oldest == UNSURE) {
            return lookUnsure(thread, node);
        }
        JopMemory.put(place, 0, oldest + BLOCKS);
        thread.jopOldest = oldest + JopNode.blocks(node);
        return false;
    }

    @DontInline
    private static boolean lookUnsure(Thread thread, long node) {
        thread.jopOldest = thread.jopState.fifo.sure;
        return look(thread, node);
    }

    /**
     * Looks for the method of a leaf; tells whether its caller has to be looked for at its end: not if the leaf was there, and the
     * caller is sure to be.
     */
    @ForceInline
    static boolean lookLeaf(Thread thread, long node) {
        long place = JopMemory.get(node, JopNode.PLACE);
        long oldest = thread.jopOldest;
        if (JopMemory.get(place, 0) >= oldest) {
            return false;
        }
        if (!load(thread, node, place, oldest)) {
            JopMemory.count(node, JopNode.ENTRY_MISSES);
        }
        return true;
    }

    /** A node runs that was not looked for. */
    static void runs(Thread thread, long node) {
        long oldest = thread.jopOldest;
        if (oldest != UNSURE && JopMemory.get(JopMemory.get(node, JopNode.PLACE), 0) < oldest) {
            thread.jopState.fifo.sure = oldest;
            thread.jopOldest = UNSURE;
        }
    }
}
