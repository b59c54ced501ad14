package java.lang;

import jdk.internal.vm.annotation.ForceInline;

/**
 * Consecutive blocks for a method, filled in a circle. Blocks without an end hold one method each.
 *
 * <p>Blocks are numbered on and on, and the circle has the last ones: a method is there if its first block is one of them.
 */
final class JopFifoCache extends JopCache {

    /** Blocks of the circle. */
    private final int blocks;

    /** Words of a block, as a power of two. */
    private final int blockBits;

    /** By method + 1, the number of its first block when it was loaded last; 0 for never. What is no method is always there. */
    private long[] placeOf = {Long.MAX_VALUE};

    /** Number of the oldest block that is there. */
    private long oldest = 1;

    JopFifoCache(int blocks, int blockWords) {
        this.blocks = blocks;
        int bits = 0;
        while (blockWords >> bits > 1) {
            ++bits;
        }
        // One more for blocks without an end: no method has that many words.
        blockBits = blockWords == Integer.MAX_VALUE ? bits + 1 : bits;
    }

    @Override
    public boolean find(int method, int words) {
        return look(method, room(method, words));
    }

    /** Looks for a method of so many blocks; tells whether it was there. */
    @ForceInline
    boolean look(int method, int size) {
        long[] places = placeOf;
        long first = oldest;
        if (places[method + 1] >= first) {
            return true;
        }
        places[method + 1] = first + blocks;
        oldest = first + size;
        return false;
    }

    /** The number of blocks of a method; before it is looked for. */
    short room(int method, int words) {
        if (method + 1 >= placeOf.length) {
            long[] longer = new long[method + method / 2 + 64];
            System.arraycopy(placeOf, 0, longer, 0, placeOf.length);
            placeOf = longer;
        }
        // The number of further blocks is cut to the width of a block number.
        return (short) ((words >> blockBits & blocks - 1) + 1);
    }
}
