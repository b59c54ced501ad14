package java.lang;

/** Consecutive blocks for a method, after those of the running one. */
final class JopStackedCache extends JopCache {

    private final int blockWords;

    /** Method + 1 that begins in each block, or 0. */
    private final int[] tags;

    /** First block of each method + 1, or 0; and its blocks. */
    private int[] blockOf = new int[0];
    private int[] sizes = new int[0];

    /** Block behind the running method. */
    private int next;

    JopStackedCache(int blocks, int blockWords) {
        this.blockWords = blockWords;
        tags = new int[blocks];
    }

    @Override
    public boolean find(int method, int words) {
        int mask = tags.length - 1;
        if (method < blockOf.length && blockOf[method] > 0) {
            next = blockOf[method] - 1 + sizes[method] & mask;
            return true;
        }
        if (method >= blockOf.length) {
            int length = method + method / 2 + 64;
            int[] longer = new int[length];
            System.arraycopy(blockOf, 0, longer, 0, blockOf.length);
            blockOf = longer;
            longer = new int[length];
            System.arraycopy(sizes, 0, longer, 0, sizes.length);
            sizes = longer;
        }
        int size = JopBits.min(words / blockWords + 1, tags.length);
        // What overlaps begins here, as this one begins where another ends.
        for (int i = 0; i < size; ++i) {
            int block = next + i & mask;
            if (tags[block] != 0) {
                blockOf[tags[block] - 1] = 0;
                tags[block] = 0;
            }
        }
        tags[next] = method + 1;
        blockOf[method] = next + 1;
        sizes[method] = size;
        next = next + size & mask;
        return false;
    }
}
