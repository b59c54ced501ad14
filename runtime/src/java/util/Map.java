package java.util;

/** Values under keys. */
public interface Map<K, V> {

    /** Number of keys. */
    int size();

    /** Whether there are no keys. */
    boolean isEmpty();

    /** Whether there is a value under a key. */
    boolean containsKey(Object key);

    /** Whether there is a value equal to an object. */
    boolean containsValue(Object value);

    /** The value under a key, or null. */
    V get(Object key);

    /** Puts a value under a key; gives the one that was there, or null. */
    V put(K key, V value);

    /** Takes a key and its value out; gives the value, or null. */
    V remove(Object key);

    /** Puts in all that another map has. */
    void putAll(Map<? extends K, ? extends V> other);

    /** Takes everything out. */
    void clear();

    /** The keys; what is removed there is removed here. */
    Set<K> keySet();

    /** The values; what is removed there is removed here. */
    Collection<V> values();

    /** The pairs; what is removed there is removed here. */
    Set<Entry<K, V>> entrySet();

    /** The value under a key, or another one if there is none. */
    default V getOrDefault(Object key, V otherwise) {
        V value = get(key);
        return value != null || containsKey(key) ? value : otherwise;
    }

    /** Puts a value under a key that has none; gives the one that was there, or null. */
    default V putIfAbsent(K key, V value) {
        V old = get(key);
        if (old == null) {
            put(key, value);
        }
        return old;
    }

    /** A key with its value. */
    interface Entry<K, V> {

        /** The key. */
        K getKey();

        /** The value. */
        V getValue();

        /** Puts a value in place of another, which is the result. */
        V setValue(V value);
    }
}
