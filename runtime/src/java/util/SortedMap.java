package java.util;

/** A map whose keys are in order. */
public interface SortedMap<K, V> extends Map<K, V> {

    /** The order, or null for that of the keys. */
    Comparator<? super K> comparator();

    /** The keys from one up to another: changes are seen in both maps. */
    SortedMap<K, V> subMap(K from, K to);

    /** The keys before one: changes are seen in both maps. */
    SortedMap<K, V> headMap(K to);

    /** A key and those after it: changes are seen in both maps. */
    SortedMap<K, V> tailMap(K from);

    /** The smallest key; there must be one. */
    K firstKey();

    /** The largest key; there must be one. */
    K lastKey();

    @Override
    Set<K> keySet();

    @Override
    Collection<V> values();

    @Override
    Set<Map.Entry<K, V>> entrySet();
}
