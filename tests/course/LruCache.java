import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** A cache that forgets what was used longest ago, on LinkedHashMap; and a memo of Fibonacci numbers. */
public class LruCache<K, V> extends LinkedHashMap<K, V> {
    private final int capacity;
    private int hits;
    private int misses;

    public LruCache(int capacity) {
        super(16, 0.75f, true);
        this.capacity = capacity;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > capacity;
    }

    public V fetch(K key, Function<? super K, ? extends V> loader) {
        V value = get(key);
        if (value == null) {
            misses++;
            value = loader.apply(key);
            put(key, value);
        } else {
            hits++;
        }
        return value;
    }

    public static void main(String[] args) {
        LruCache<String, Integer> cache = new LruCache<>(3);
        String[] words = {"one", "two", "three", "one", "four", "two", "one", "five", "one", "three"};
        for (String word : words) {
            int length = cache.fetch(word, String::length);
            System.out.println(word + " -> " + length + "  " + cache.keySet());
        }
        System.out.println(cache.hits + " hits, " + cache.misses + " misses");
        System.out.println(cache);

        Map<Integer, Long> memo = new LruCache<>(5);
        System.out.println("fib(60) = " + fib(60, memo));
        System.out.println(memo);
        memo.entrySet().removeIf(entry -> entry.getKey() % 2 == 0);
        memo.replaceAll((k, v) -> v % 1000);
        memo.forEach((k, v) -> System.out.println(k + "=" + v));
    }

    private static long fib(int n, Map<Integer, Long> memo) {
        memo.put(0, 0L);
        memo.put(1, 1L);
        for (int i = 2; i <= n; i++) {
            memo.put(i, memo.get(i - 1) + memo.get(i - 2));
        }
        return memo.get(n);
    }
}
