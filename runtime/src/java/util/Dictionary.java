package java.util;

/** Values under keys, before there was {@link Map}. */
public abstract class Dictionary<K, V> {

    /** For subclasses. */
    public Dictionary() {
    }

    /** Number of keys. */
    public abstract int size();

    /** Whether there are no keys. */
    public abstract boolean isEmpty();

    /** A walk through the keys. */
    public abstract Enumeration<K> keys();

    /** A walk through the values. */
    public abstract Enumeration<V> elements();

    /** The value under a key, or null. */
    public abstract V get(Object key);

    /** Puts a value under a key; gives the one that was there, or null. */
    public abstract V put(K key, V value);

    /** Takes a key and its value out; gives the value, or null. */
    public abstract V remove(Object key);
}
