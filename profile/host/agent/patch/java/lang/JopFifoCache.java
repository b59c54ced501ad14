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

    /** Number of the first block of each method when it was loaded last; 0 for never. */
    private long[] placeOf = new long[0];

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
    @ForceInline
    public boolean find(int method, int words) {
        long[] places = placeOf;
        if (method < places.length && places[method] >= oldest) {
            return true;
        }
        load(method, words);
        return false;
    }

    private void load(int method, int words) {
        if (method >= placeOf.length) {
            grow(method);
        }
        placeOf[method] = oldest + blocks;
        // The number of further blocks is cut to the width of a block number.
        oldest += (words >> blockBits & blocks - 1) + 1;
    }

    private void grow(int method) {
        long[] longer = new long[method + method / 2 + 64];
        System.arraycopy(placeOf, 0, longer, 0, placeOf.length);
        placeOf = longer;
    }
}
