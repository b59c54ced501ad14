package java.util.concurrent;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;

/** A map in order, or a part of one, behind a lock; walks look for the next key each time, so changes do not end them. */
class SharedNavigation<K, V> extends AbstractMap<K, V> implements ConcurrentNavigableMap<K, V> {

    final NavigableMap<K, V> map;
    private final Object lock;

    SharedNavigation(NavigableMap<K, V> map, Object lock) {
        this.map = map;
        this.lock = lock == null ? this : lock;
    }

    private SharedNavigation<K, V> part(NavigableMap<K, V> other) {
        return new SharedNavigation<K, V>(other, lock);
    }

    @Override
    public int size() {
        synchronized (lock) {
            return map.size();
        }
    }

    @Override
    public boolean isEmpty() {
        synchronized (lock) {
            return map.isEmpty();
        }
    }

    @Override
    public boolean containsKey(Object key) {
        synchronized (lock) {
            return map.containsKey(Objects.requireNonNull(key));
        }
    }

    @Override
    public V get(Object key) {
        synchronized (lock) {
            return map.get(Objects.requireNonNull(key));
        }
    }

    @Override
    public boolean containsValue(Object value) {
        return super.containsValue(Objects.requireNonNull(value));
    }

    @Override
    public V put(K key, V value) {
        synchronized (lock) {
            return map.put(Objects.requireNonNull(key), Objects.requireNonNull(value));
        }
    }

    @Override
    public V remove(Object key) {
        synchronized (lock) {
            return map.remove(Objects.requireNonNull(key));
        }
    }

    @Override
    public void clear() {
        synchronized (lock) {
            map.clear();
        }
    }

    @Override
    public V putIfAbsent(K key, V value) {
        Objects.requireNonNull(value);
        synchronized (lock) {
            V old = map.get(Objects.requireNonNull(key));
            if (old == null) {
                map.put(key, value);
            }
            return old;
        }
    }

    @Override
    public boolean remove(Object key, Object value) {
        synchronized (lock) {
            V old = map.get(Objects.requireNonNull(key));
            boolean same = old != null && old.equals(value);
            if (same) {
                map.remove(key);
            }
            return same;
        }
    }

    @Override
    public boolean replace(K key, V old, V value) {
        Objects.requireNonNull(old);
        Objects.requireNonNull(value);
        synchronized (lock) {
            boolean same = old.equals(map.get(Objects.requireNonNull(key)));
            if (same) {
                map.put(key, value);
            }
            return same;
        }
    }

    @Override
    public V replace(K key, V value) {
        Objects.requireNonNull(value);
        synchronized (lock) {
            return map.containsKey(Objects.requireNonNull(key)) ? map.put(key, value) : null;
        }
    }

    @Override
    public Comparator<? super K> comparator() {
        return map.comparator();
    }

    @Override
    public K firstKey() {
        synchronized (lock) {
            return map.firstKey();
        }
    }

    @Override
    public K lastKey() {
        synchronized (lock) {
            return map.lastKey();
        }
    }

    @Override
    public Map.Entry<K, V> firstEntry() {
        synchronized (lock) {
            return map.firstEntry();
        }
    }

    @Override
    public Map.Entry<K, V> lastEntry() {
        synchronized (lock) {
            return map.lastEntry();
        }
    }

    @Override
    public Map.Entry<K, V> pollFirstEntry() {
        synchronized (lock) {
            return map.pollFirstEntry();
        }
    }

    @Override
    public Map.Entry<K, V> pollLastEntry() {
        synchronized (lock) {
            return map.pollLastEntry();
        }
    }

    @Override
    public Map.Entry<K, V> lowerEntry(K key) {
        synchronized (lock) {
            return map.lowerEntry(Objects.requireNonNull(key));
        }
    }

    @Override
    public K lowerKey(K key) {
        synchronized (lock) {
            return map.lowerKey(Objects.requireNonNull(key));
        }
    }

    @Override
    public Map.Entry<K, V> floorEntry(K key) {
        synchronized (lock) {
            return map.floorEntry(Objects.requireNonNull(key));
        }
    }

    @Override
    public K floorKey(K key) {
        synchronized (lock) {
            return map.floorKey(Objects.requireNonNull(key));
        }
    }

    @Override
    public Map.Entry<K, V> ceilingEntry(K key) {
        synchronized (lock) {
            return map.ceilingEntry(Objects.requireNonNull(key));
        }
    }

    @Override
    public K ceilingKey(K key) {
        synchronized (lock) {
            return map.ceilingKey(Objects.requireNonNull(key));
        }
    }

    @Override
    public Map.Entry<K, V> higherEntry(K key) {
        synchronized (lock) {
            return map.higherEntry(Objects.requireNonNull(key));
        }
    }

    @Override
    public K higherKey(K key) {
        synchronized (lock) {
            return map.higherKey(Objects.requireNonNull(key));
        }
    }

    @Override
    public ConcurrentNavigableMap<K, V> subMap(K from, boolean fromToo, K to, boolean toToo) {
        return part(map.subMap(Objects.requireNonNull(from), fromToo, Objects.requireNonNull(to), toToo));
    }

    @Override
    public ConcurrentNavigableMap<K, V> headMap(K to, boolean toToo) {
        return part(map.headMap(Objects.requireNonNull(to), toToo));
    }

    @Override
    public ConcurrentNavigableMap<K, V> tailMap(K from, boolean fromToo) {
        return part(map.tailMap(Objects.requireNonNull(from), fromToo));
    }

    @Override
    public ConcurrentNavigableMap<K, V> descendingMap() {
        return part(map.descendingMap());
    }

    @Override
    public ConcurrentNavigableMap<K, V> subMap(K from, K to) {
        return subMap(from, true, to, false);
    }

    @Override
    public ConcurrentNavigableMap<K, V> headMap(K to) {
        return headMap(to, false);
    }

    @Override
    public ConcurrentNavigableMap<K, V> tailMap(K from) {
        return tailMap(from, true);
    }

    @Override
    public NavigableSet<K> keySet() {
        return new ConcurrentSkipListSet<K>(this);
    }

    @Override
    public NavigableSet<K> navigableKeySet() {
        return keySet();
    }

    @Override
    public NavigableSet<K> descendingKeySet() {
        return descendingMap().navigableKeySet();
    }

    @Override
    public Set<Map.Entry<K, V>> entrySet() {
        return new Entries<K, V>(this);
    }

    static <E> Iterator<E> keys(SharedNavigation<E, ?> map) {
        return keysOf(map);
    }

    @SuppressWarnings("unchecked")
    private static <K, V> Iterator<K> keysOf(SharedNavigation<K, V> map) {
        return (Iterator<K>) (Iterator<?>) new Walk<K, V>(map, true);
    }

    /** A walk: the entry to come is a copy, looked for when the one before it is given. */
    private static final class Walk<K, V> implements Iterator<Object> {

        private final SharedNavigation<K, V> map;
        private final boolean keys;
        private Map.Entry<K, V> next;
        private Map.Entry<K, V> last;

        Walk(SharedNavigation<K, V> map, boolean keys) {
            this.map = map;
            this.keys = keys;
            next = map.firstEntry();
        }

        @Override
        public boolean hasNext() {
            return next != null;
        }

        @Override
        public Object next() {
            if (next == null) {
                throw new NoSuchElementException();
            }
            last = next;
            next = map.higherEntry(last.getKey());
            return keys ? last.getKey() : last;
        }

        @Override
        public void remove() {
            if (last == null) {
                throw new IllegalStateException();
            }
            map.remove(last.getKey());
            last = null;
        }
    }

    private static final class Entries<K, V> extends AbstractSet<Map.Entry<K, V>> {

        private final SharedNavigation<K, V> map;

        Entries(SharedNavigation<K, V> map) {
            this.map = map;
        }

        @Override
        public int size() {
            return map.size();
        }

        @Override
        public boolean contains(Object object) {
            if (!(object instanceof Map.Entry)) {
                return false;
            }
            Object value = map.get(((Map.Entry<?, ?>) object).getKey());
            return value != null && value.equals(((Map.Entry<?, ?>) object).getValue());
        }

        @Override
        public boolean remove(Object object) {
            return object instanceof Map.Entry
                    && map.remove(((Map.Entry<?, ?>) object).getKey(), ((Map.Entry<?, ?>) object).getValue());
        }

        @Override
        public void clear() {
            map.clear();
        }

        @Override
        @SuppressWarnings("unchecked")
        public Iterator<Map.Entry<K, V>> iterator() {
            return (Iterator<Map.Entry<K, V>>) (Iterator<?>) new Walk<K, V>(map, false);
        }
    }
}
