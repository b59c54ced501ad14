package java.util;

/** What compute and merge of {@link Map} do with a result. */
final class Computed {

    private Computed() {
    }

    /** Puts a value under a key, or takes the key out for null; gives the value. */
    static <K, V> V put(Map<K, V> map, K key, V old, V value) {
        if (value != null) {
            map.put(key, value);
        } else if (old != null || map.containsKey(key)) {
            map.remove(key);
        }
        return value;
    }
}
