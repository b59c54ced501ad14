package java.util;

import java.io.Serializable;

/** A map whose keys and values are equal only if they are the same objects. */
public class IdentityHashMap<K, V> extends AbstractMap<K, V> implements Map<K, V>, Serializable, Cloneable {

    private Entry<K, V>[] table;
    private int size;
    private int changes;

    /** An empty map. */
    public IdentityHashMap() {
        this(21);
    }

    /** An empty map with room for a number of keys. */
    public IdentityHashMap(int capacity) {
        if (capacity < 0) {
            throw new IllegalArgumentException("expectedMaxSize is negative: " + capacity);
        }
        int length = 16;
        while (length < capacity) {
            length <<= 1;
        }
        table = newTable(length);
    }

    /** A map with all that another one has. */
    public IdentityHashMap(Map<? extends K, ? extends V> other) {
        this(other.size());
        putAll(other);
    }

    @SuppressWarnings("unchecked")
    private static <K, V> Entry<K, V>[] newTable(int length) {
        return (Entry<K, V>[]) new Entry<?, ?>[length];
    }

    /** A key with its value, in a chain. */
    private static final class Entry<K, V> implements Map.Entry<K, V> {

        final K key;
        V value;
        Entry<K, V> next;

        Entry(K key, V value) {
            this.key = key;
            this.value = value;
        }

        @Override
        public K getKey() {
            return key;
        }

        @Override
        public V getValue() {
            return value;
        }

        @Override
        public V setValue(V value) {
            V old = this.value;
            this.value = value;
            return old;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Map.Entry && ((Map.Entry<?, ?>) other).getKey() == key
                    && ((Map.Entry<?, ?>) other).getValue() == value;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(key) ^ System.identityHashCode(value);
        }

        @Override
        public String toString() {
            return key + "=" + value;
        }
    }

    private int index(Object key) {
        int hash = System.identityHashCode(key);
        return (hash ^ hash >>> 8) & table.length - 1;
    }

    private Entry<K, V> find(Object key) {
        Entry<K, V> entry = table[index(key)];
        while (entry != null && entry.key != key) {
            entry = entry.next;
        }
        return entry;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public V get(Object key) {
        Entry<K, V> entry = find(key);
        return entry == null ? null : entry.value;
    }

    @Override
    public boolean containsKey(Object key) {
        return find(key) != null;
    }

    @Override
    public boolean containsValue(Object value) {
        for (Entry<K, V> first : table) {
            for (Entry<K, V> entry = first; entry != null; entry = entry.next) {
                if (entry.value == value) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public V put(K key, V value) {
        Entry<K, V> entry = find(key);
        if (entry != null) {
            return entry.setValue(value);
        }
        ++changes;
        if (++size > table.length) {
            Entry<K, V>[] old = table;
            table = newTable(old.length << 1);
            for (Entry<K, V> first : old) {
                while (first != null) {
                    Entry<K, V> next = first.next;
                    link(first);
                    first = next;
                }
            }
        }
        link(new Entry<K, V>(key, value));
        return null;
    }

    private void link(Entry<K, V> entry) {
        int index = index(entry.key);
        entry.next = table[index];
        table[index] = entry;
    }

    @Override
    public V remove(Object key) {
        Entry<K, V> entry = find(key);
        if (entry == null) {
            return null;
        }
        int index = index(key);
        if (table[index] == entry) {
            table[index] = entry.next;
        } else {
            Entry<K, V> before = table[index];
            while (before.next != entry) {
                before = before.next;
            }
            before.next = entry.next;
        }
        ++changes;
        --size;
        return entry.value;
    }

    @Override
    public void clear() {
        ++changes;
        table = newTable(table.length);
        size = 0;
    }

    @Override
    public Object clone() {
        return new IdentityHashMap<K, V>(this);
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof IdentityHashMap)) {
            return other instanceof Map && entrySet().equals(((Map<?, ?>) other).entrySet());
        }
        IdentityHashMap<?, ?> map = (IdentityHashMap<?, ?>) other;
        if (map.size() != size) {
            return false;
        }
        for (Map.Entry<K, V> entry : entrySet()) {
            if (map.get(entry.getKey()) != entry.getValue() || !map.containsKey(entry.getKey())) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        int hash = 0;
        for (Map.Entry<K, V> entry : entrySet()) {
            hash += entry.hashCode();
        }
        return hash;
    }

    @Override
    public Set<Map.Entry<K, V>> entrySet() {
        return new Pairs<K, V>(this);
    }

    /** The pairs of a map. */
    private static final class Pairs<K, V> extends AbstractSet<Map.Entry<K, V>> {

        private final IdentityHashMap<K, V> map;

        Pairs(IdentityHashMap<K, V> map) {
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
            Entry<K, V> entry = map.find(((Map.Entry<?, ?>) object).getKey());
            return entry != null && entry.value == ((Map.Entry<?, ?>) object).getValue();
        }

        @Override
        public Iterator<Map.Entry<K, V>> iterator() {
            return new Walk<K, V>(map);
        }
    }

    /** A walk through the table. */
    private static final class Walk<K, V> implements Iterator<Map.Entry<K, V>> {

        private final IdentityHashMap<K, V> map;
        private int index;
        private Entry<K, V> next;
        private Entry<K, V> last;
        private int expected;

        Walk(IdentityHashMap<K, V> map) {
            this.map = map;
            expected = map.changes;
            skip();
        }

        private void skip() {
            while (next == null && index < map.table.length) {
                next = map.table[index++];
            }
        }

        @Override
        public boolean hasNext() {
            return next != null;
        }

        @Override
        public Map.Entry<K, V> next() {
            if (map.changes != expected) {
                throw new ConcurrentModificationException();
            }
            if (next == null) {
                throw new NoSuchElementException();
            }
            last = next;
            next = last.next;
            skip();
            return last;
        }

        @Override
        public void remove() {
            if (last == null) {
                throw new IllegalStateException();
            }
            map.remove(last.key);
            expected = map.changes;
            last = null;
        }
    }
}
