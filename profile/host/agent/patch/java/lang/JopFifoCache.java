package java.lang;

/** Consecutive blocks for a method, filled in a circle. Blocks without an end hold one method each. */
final class JopFifoCache extends JopCache {

    private final int blockWords;

    /** Tag of each block: method + 1, or 0 where none begins. */
    private final int[] tags;

    /** First block of each method + 1, or 0. */
    private int[] blockOf = new int[0];

    private int next;

    JopFifoCache(int blocks, int blockWords) {
        this.blockWords = blockWords;
        tags = new int[blocks];
    }

    @Override
    public boolean find(int method, int words) {
        if (method < blockOf.length && blockOf[method] > 0) {
            return true;
        }
        load(method, words);
        return false;
    }

    private void load(int method, int words) {
        if (method >= blockOf.length) {
            int[] longer = new int[method + method / 2 + 64];
            System.arraycopy(blockOf, 0, longer, 0, blockOf.length);
            blockOf = longer;
        }
        int mask = tags.length - 1;
        // The number of further blocks is cut to the width of a block number. Most methods need no division to find it.
        int further = words < blockWords ? 0 : words / blockWords & mask;
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
    }
}
