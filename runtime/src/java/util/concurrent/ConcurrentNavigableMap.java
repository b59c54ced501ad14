package java.util.concurrent;

import java.util.NavigableMap;
import java.util.NavigableSet;

/** A map in order that threads share. */
public interface ConcurrentNavigableMap<K, V> extends ConcurrentMap<K, V>, NavigableMap<K, V> {

    @Override
    ConcurrentNavigableMap<K, V> subMap(K from, boolean fromToo, K to, boolean toToo);

    @Override
    ConcurrentNavigableMap<K, V> headMap(K to, boolean toToo);

    @Override
    ConcurrentNavigableMap<K, V> tailMap(K from, boolean fromToo);

    @Override
    ConcurrentNavigableMap<K, V> subMap(K from, K to);

    @Override
    ConcurrentNavigableMap<K, V> headMap(K to);

    @Override
    ConcurrentNavigableMap<K, V> tailMap(K from);

    @Override
    ConcurrentNavigableMap<K, V> descendingMap();

    @Override
    NavigableSet<K> navigableKeySet();

    @Override
    NavigableSet<K> keySet();

    @Override
    NavigableSet<K> descendingKeySet();
}
