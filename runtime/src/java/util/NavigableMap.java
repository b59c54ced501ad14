package java.util;

/** A map in order that finds neighbours. Pairs that it gives are copies. */
public interface NavigableMap<K, V> extends SortedMap<K, V> {

    /** The pair of the largest key that is smaller, or null. */
    Map.Entry<K, V> lowerEntry(K key);

    /** The largest key that is smaller, or null. */
    K lowerKey(K key);

    /** The pair of the largest key that is not larger, or null. */
    Map.Entry<K, V> floorEntry(K key);

    /** The largest key that is not larger, or null. */
    K floorKey(K key);

    /** The pair of the smallest key that is not smaller, or null. */
    Map.Entry<K, V> ceilingEntry(K key);

    /** The smallest key that is not smaller, or null. */
    K ceilingKey(K key);

    /** The pair of the smallest key that is larger, or null. */
    Map.Entry<K, V> higherEntry(K key);

    /** The smallest key that is larger, or null. */
    K higherKey(K key);

    /** The pair of the smallest key, or null. */
    Map.Entry<K, V> firstEntry();

    /** The pair of the largest key, or null. */
    Map.Entry<K, V> lastEntry();

    /** Takes the smallest key out, or gives null. */
    Map.Entry<K, V> pollFirstEntry();

    /** Takes the largest key out, or gives null. */
    Map.Entry<K, V> pollLastEntry();

    /** The map in the other order: changes are seen in both maps. */
    NavigableMap<K, V> descendingMap();

    /** The keys: changes are seen in the map. */
    NavigableSet<K> navigableKeySet();

    /** The keys in the other order: changes are seen in the map. */
    NavigableSet<K> descendingKeySet();

    /** The keys between two, with or without these: changes are seen in both maps. */
    NavigableMap<K, V> subMap(K from, boolean fromToo, K to, boolean toToo);

    /** The keys before one, with or without it: changes are seen in both maps. */
    NavigableMap<K, V> headMap(K to, boolean toToo);

    /** The keys after one, with or without it: changes are seen in both maps. */
    NavigableMap<K, V> tailMap(K from, boolean fromToo);

    @Override
    SortedMap<K, V> subMap(K from, K to);

    @Override
    SortedMap<K, V> headMap(K to);

    @Override
    SortedMap<K, V> tailMap(K from);
}
