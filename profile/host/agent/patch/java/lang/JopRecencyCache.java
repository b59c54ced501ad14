package java.lang;

/** Any blocks for a method; the least recently used ones leave, whole. Blocks without an end hold one method each. */
final class JopRecencyCache extends JopCache {

    private final int blockWords;

    /** Methods, the one used last in front, and their blocks. */
    private final int[] methods;
    private final int[] sizes;

    private int count;

    private int free;

    JopRecencyCache(int blocks, int blockWords) {
        this.blockWords = blockWords;
        methods = new int[blocks + 1];
        sizes = new int[blocks + 1];
        free = blocks;
    }

    @Override
    public boolean find(int method, int words) {
        for (int i = 0; i < count; ++i) {
            if (methods[i] == method) {
                toFront(i, method, sizes[i]);
                return true;
            }
        }
        int size = words / blockWords + 1;
        toFront(count++, method, size);
        free -= size;
        while (free < 0) {
            free += sizes[--count];
        }
        return false;
    }

    private void toFront(int place, int method, int size) {
        for (int i = place; i > 0; --i) {
            methods[i] = methods[i - 1];
            sizes[i] = sizes[i - 1];
        }
        methods[0] = method;
        sizes[0] = size;
    }
}
