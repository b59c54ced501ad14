package java.lang;

/** One method cache for all threads, as the hardware has. */
final class JopSharedCache extends JopCache {

    private final JopCache cache;

    JopSharedCache(JopCache cache) {
        this.cache = cache;
    }

    @Override
    public synchronized boolean find(int method, int words) {
        return cache.find(method, words);
    }
}
