package java.util.concurrent;

import java.io.Serializable;
import java.util.Comparator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** A map in order that threads share: a tree behind a lock, as there is one processor. */
public class ConcurrentSkipListMap<K, V> extends SharedNavigation<K, V> implements Cloneable, Serializable {

    /** An empty map in the order of the keys. */
    public ConcurrentSkipListMap() {
        super(new TreeMap<K, V>(), null);
    }

    /** An empty map in an order. */
    public ConcurrentSkipListMap(Comparator<? super K> order) {
        super(new TreeMap<K, V>(order), null);
    }

    /** A map with all that another one has, in the order of the keys. */
    public ConcurrentSkipListMap(Map<? extends K, ? extends V> other) {
        this();
        putAll(other);
    }

    /** A map with all that another one has, in its order. */
    public ConcurrentSkipListMap(SortedMap<K, ? extends V> other) {
        super(new TreeMap<K, V>(other.comparator()), null);
        putAll(other);
    }

    @Override
    public ConcurrentSkipListMap<K, V> clone() {
        return new ConcurrentSkipListMap<K, V>((SortedMap<K, V>) this);
    }
}
