package java.util;

import com.jopdesign.sys.ObjectSupport;

/** What maps can do with the set of their pairs. */
public abstract class AbstractMap<K, V> implements Map<K, V> {

    static final int KEYS = 0;
    static final int VALUES = 1;
    static final int ENTRIES = 2;

    /** For subclasses. */
    protected AbstractMap() {
    }

    /** A walk through keys, values or pairs. */
    Iterator<?> walk(int kind) {
        Iterator<Map.Entry<K, V>> walk = entrySet().iterator();
        return kind == ENTRIES ? walk : new MapViews.Walk<K, V>(walk, kind == KEYS);
    }

    /** The value under a key, where that does not count as its use. */
    V peek(Object key) {
        return get(key);
    }

    @Override
    public int size() {
        return entrySet().size();
    }

    @Override
    public boolean isEmpty() {
        return size() == 0;
    }

    private Map.Entry<K, V> find(Object key) {
        for (Map.Entry<K, V> entry : entrySet()) {
            if (Objects.equals(key, entry.getKey())) {
                return entry;
            }
        }
        return null;
    }

    @Override
    public boolean containsKey(Object key) {
        return find(key) != null;
    }

    @Override
    public boolean containsValue(Object value) {
        for (Iterator<?> i = walk(VALUES); i.hasNext();) {
            if (Objects.equals(value, i.next())) {
                return true;
            }
        }
        return false;
    }

    @Override
    public V get(Object key) {
        Map.Entry<K, V> entry = find(key);
        return entry == null ? null : entry.getValue();
    }

    @Override
    public V put(K key, V value) {
        throw new UnsupportedOperationException();
    }

    @Override
    public V remove(Object key) {
        for (Iterator<Map.Entry<K, V>> i = entrySet().iterator(); i.hasNext();) {
            Map.Entry<K, V> entry = i.next();
            if (Objects.equals(key, entry.getKey())) {
                V value = entry.getValue();
                i.remove();
                return value;
            }
        }
        return null;
    }

    @Override
    public void putAll(Map<? extends K, ? extends V> other) {
        for (Map.Entry<? extends K, ? extends V> entry : other.entrySet()) {
            put(entry.getKey(), entry.getValue());
        }
    }

    @Override
    public void clear() {
        entrySet().clear();
    }

    @Override
    public Set<K> keySet() {
        return new MapViews.Keys<K, V>(this);
    }

    @Override
    public Collection<V> values() {
        return new MapViews.Values<K, V>(this);
    }

    @Override
    protected Object clone() throws CloneNotSupportedException {
        return super.clone();
    }

    @Override
    public int hashCode() {
        int hash = 0;
        for (Iterator<?> i = walk(ENTRIES); i.hasNext();) {
            hash += i.next().hashCode();
        }
        return hash;
    }

    @Override
    public boolean equals(Object other) {
        if (this == other) {
            return true;
        }
        return other instanceof Map && MapViews.equal(this, (Map<?, ?>) other);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        text.append('{');
        for (Map.Entry<K, V> entry : entrySet()) {
            if (text.length() > 1) {
                text.append(", ");
            }
            Object key = entry.getKey();
            Object value = entry.getValue();
            // As in AbstractCollection.
            text.append(key == null ? "null" : key == this ? "(this Map)"
                    : ObjectSupport.isArray(key) ? ObjectSupport.toString(key) : key.toString());
            text.append('=').append(value == null ? "null" : value == this ? "(this Map)"
                    : ObjectSupport.isArray(value) ? ObjectSupport.toString(value) : value.toString());
        }
        return text.append('}').toString();
    }

    /** A key with a value. */
    public static class SimpleEntry<K, V> implements Map.Entry<K, V>, java.io.Serializable {

        private final K key;
        private V value;

        /** A pair. */
        public SimpleEntry(K key, V value) {
            this.key = key;
            this.value = value;
        }

        /** A copy of a pair. */
        public SimpleEntry(Map.Entry<? extends K, ? extends V> entry) {
            this(entry.getKey(), entry.getValue());
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
        public int hashCode() {
            return Objects.hashCode(key) ^ Objects.hashCode(value);
        }

        @Override
        public boolean equals(Object other) {
            return MapViews.equal(this, other);
        }

        @Override
        public String toString() {
            return key + "=" + value;
        }
    }

    /** A key with a value that never changes. */
    public static class SimpleImmutableEntry<K, V> extends MapViews.FixedEntry<K, V> implements java.io.Serializable {

        /** A pair. */
        public SimpleImmutableEntry(K key, V value) {
            super(key, value);
        }

        /** A copy of a pair. */
        public SimpleImmutableEntry(Map.Entry<? extends K, ? extends V> entry) {
            super(entry.getKey(), entry.getValue());
        }
    }
}
