package java.util;

import java.io.Serializable;

/**
 * A map by hash codes without null, for several threads: each call holds the monitor. The order of the keys is that
 * of the host's: a table of odd length, walked from its end, new keys at the beginning of their chain. Sizes: package-info.java.
 */
public class Hashtable<K, V> extends Dictionary<K, V> implements Map<K, V>, Cloneable, Serializable {

    private Entry<K, V>[] table;
    private final float loadFactor;
    private int limit;
    private int size;
    private int changes;

    /** The same as a map of the kind that the views know. */
    private final AbstractMap<K, V> views = new Shadow<K, V>(this);

    /** An empty map. */
    public Hashtable() {
        this(11, 0.75f);
    }

    /** An empty map with a table of some length. */
    public Hashtable(int capacity) {
        this(capacity, 0.75f);
    }

    /** An empty map with a table of some length that grows when it is as full as the load factor says. */
    public Hashtable(int capacity, float loadFactor) {
        if (capacity < 0) {
            throw new IllegalArgumentException("Illegal Capacity: " + capacity);
        }
        if (loadFactor <= 0 || loadFactor != loadFactor) {
            throw new IllegalArgumentException("Illegal Load: " + loadFactor);
        }
        this.loadFactor = loadFactor;
        makeTable(capacity == 0 ? 1 : capacity);
    }

    /** A map with all that another one has. */
    public Hashtable(Map<? extends K, ? extends V> other) {
        this(Math.max(2 * other.size(), 11), 0.75f);
        putAll(other);
    }

    @SuppressWarnings("unchecked")
    private void makeTable(int length) {
        table = (Entry<K, V>[]) new Entry<?, ?>[length];
        limit = (int) (length * loadFactor);
    }

    private int indexOf(int hash) {
        return (hash & 0x7fffffff) % table.length;
    }

    private Entry<K, V> find(Object key) {
        int hash = Objects.hashCode(Objects.requireNonNull(key));
        Entry<K, V> entry = table[indexOf(hash)];
        while (entry != null && !(entry.hash == hash && Objects.equals(key, entry.getKey()))) {
            entry = entry.next;
        }
        return entry;
    }

    private void grow() {
        Entry<K, V>[] old = table;
        makeTable((old.length << 1) + 1);
        for (int i = old.length - 1; i >= 0; --i) {
            Entry<K, V> entry = old[i];
            while (entry != null) {
                Entry<K, V> next = entry.next;
                link(entry);
                entry = next;
            }
        }
    }

    private void link(Entry<K, V> entry) {
        int index = indexOf(entry.hash);
        entry.next = table[index];
        table[index] = entry;
    }

    /** The last entry of the table at or before an index, or null. */
    private Entry<K, V> lastFrom(int index) {
        while (index >= 0 && table[index] == null) {
            --index;
        }
        return index < 0 ? null : table[index];
    }

    private void unlink(Entry<K, V> entry) {
        int index = indexOf(entry.hash);
        Entry<K, V> before = table[index];
        if (before == entry) {
            table[index] = entry.next;
        } else {
            while (before.next != entry) {
                before = before.next;
            }
            before.next = entry.next;
        }
        ++changes;
        --size;
    }

    @Override
    public synchronized int size() {
        return size;
    }

    @Override
    public synchronized boolean isEmpty() {
        return size == 0;
    }

    @Override
    public synchronized boolean containsKey(Object key) {
        return find(key) != null;
    }

    /** Whether there is a value equal to an object. */
    public synchronized boolean contains(Object value) {
        return views.containsValue(Objects.requireNonNull(value));
    }

    @Override
    public boolean containsValue(Object value) {
        return contains(value);
    }

    @Override
    public synchronized V get(Object key) {
        Entry<K, V> entry = find(key);
        return entry == null ? null : entry.getValue();
    }

    @Override
    public synchronized V put(K key, V value) {
        Objects.requireNonNull(value);
        Entry<K, V> entry = find(key);
        if (entry != null) {
            return entry.setValue(value);
        }
        ++changes;
        if (size >= limit) {
            grow();
        }
        link(new Entry<K, V>(Objects.hashCode(key), key, value));
        ++size;
        return null;
    }

    @Override
    public synchronized V remove(Object key) {
        Entry<K, V> entry = find(key);
        if (entry == null) {
            return null;
        }
        unlink(entry);
        return entry.getValue();
    }

    @Override
    public synchronized void putAll(Map<? extends K, ? extends V> other) {
        for (Map.Entry<? extends K, ? extends V> entry : other.entrySet()) {
            put(entry.getKey(), entry.getValue());
        }
    }

    @Override
    public synchronized void clear() {
        ++changes;
        Arrays.fill(table, null);
        size = 0;
    }

    /** Makes the table about twice as long. */
    protected synchronized void rehash() {
        ++changes;
        grow();
    }

    @Override
    public synchronized Enumeration<K> keys() {
        return Collections.enumeration(keySet());
    }

    @Override
    public synchronized Enumeration<V> elements() {
        return Collections.enumeration(values());
    }

    @Override
    public Set<K> keySet() {
        return views.keySet();
    }

    @Override
    public Collection<V> values() {
        return views.values();
    }

    @Override
    public Set<Map.Entry<K, V>> entrySet() {
        return views.entrySet();
    }

    @Override
    public synchronized Object clone() {
        Hashtable<K, V> copy = new Hashtable<K, V>(table.length, loadFactor);
        for (int i = 0; i < table.length; ++i) {
            Entry<K, V> last = null;
            for (Entry<K, V> entry = table[i]; entry != null; entry = entry.next) {
                Entry<K, V> twin = new Entry<K, V>(entry.hash, entry.getKey(), entry.getValue());
                if (last == null) {
                    copy.table[i] = twin;
                } else {
                    last.next = twin;
                }
                last = twin;
            }
        }
        copy.size = size;
        return copy;
    }

    @Override
    public synchronized int hashCode() {
        return views.hashCode();
    }

    @Override
    public synchronized boolean equals(Object other) {
        return this == other || views.equals(other);
    }

    @Override
    public synchronized String toString() {
        return views.toString();
    }

    /** A key with its value, in a chain. */
    private static final class Entry<K, V> extends AbstractMap.SimpleEntry<K, V> {

        private final int hash;
        private Entry<K, V> next;

        Entry(int hash, K key, V value) {
            super(key, value);
            this.hash = hash;
        }

        @Override
        public V setValue(V value) {
            return super.setValue(Objects.requireNonNull(value));
        }
    }

    /** The map for its views. */
    private static final class Shadow<K, V> extends AbstractMap<K, V> {

        private final Hashtable<K, V> map;

        Shadow(Hashtable<K, V> map) {
            this.map = map;
        }

        @Override
        public int size() {
            return map.size();
        }

        @Override
        public boolean containsKey(Object key) {
            return map.containsKey(key);
        }

        @Override
        public V get(Object key) {
            return map.get(key);
        }

        @Override
        public V remove(Object key) {
            return map.remove(key);
        }

        @Override
        public void clear() {
            map.clear();
        }

        @Override
        public Set<Map.Entry<K, V>> entrySet() {
            return new MapViews.Entries<K, V>(this);
        }

        @Override
        Iterator<?> walk(int kind) {
            return new Walk<K, V>(map, kind);
        }
    }

    private static final class Walk<K, V> implements Iterator<Object> {

        private final Hashtable<K, V> map;
        private final int kind;
        private int expected;
        private Entry<K, V> next;
        private Entry<K, V> last;

        Walk(Hashtable<K, V> map, int kind) {
            this.map = map;
            this.kind = kind;
            expected = map.changes;
            next = map.lastFrom(map.table.length - 1);
        }

        private void check() {
            if (map.changes != expected) {
                throw new ConcurrentModificationException();
            }
        }

        @Override
        public boolean hasNext() {
            return next != null;
        }

        @Override
        public Object next() {
            check();
            Entry<K, V> entry = next;
            if (entry == null) {
                throw new NoSuchElementException("Hashtable Enumerator");
            }
            last = entry;
            next = entry.next != null ? entry.next : map.lastFrom(map.indexOf(entry.hash) - 1);
            return kind == AbstractMap.KEYS ? entry.getKey() : kind == AbstractMap.VALUES ? entry.getValue() : entry;
        }

        @Override
        public void remove() {
            if (last == null) {
                throw new IllegalStateException("Hashtable Enumerator");
            }
            check();
            map.unlink(last);
            last = null;
            expected = map.changes;
        }
    }
}
