package java.util;

/** The maps of {@link Map#of()}: nothing is null, nothing changes. */
final class ImmutableMap<K, V> extends Unmodifiable.OfMap<K, V> {

    private ImmutableMap(Map<K, V> map) {
        super(map);
    }

    private static <K, V> void put(Map<K, V> map, K key, V value) {
        if (map.put(Objects.requireNonNull(key), Objects.requireNonNull(value)) != null) {
            throw new IllegalArgumentException("duplicate key: " + key);
        }
    }

    /** A map of keys, each with its value behind it. */
    @SuppressWarnings("unchecked")
    static <K, V> Map<K, V> make(Object... pairs) {
        Map<K, V> map = new LinkedHashMap<K, V>();
        for (int i = 0; i < pairs.length; i += 2) {
            put(map, (K) pairs[i], (V) pairs[i + 1]);
        }
        return new ImmutableMap<K, V>(map);
    }

    static <K, V> Map<K, V> ofEntries(Map.Entry<? extends K, ? extends V>[] entries) {
        Map<K, V> map = new LinkedHashMap<K, V>();
        for (int i = 0; i < entries.length; ++i) {
            put(map, entries[i].getKey(), entries[i].getValue());
        }
        return new ImmutableMap<K, V>(map);
    }

    @SuppressWarnings("unchecked")
    static <K, V> Map<K, V> copyOf(Map<? extends K, ? extends V> other) {
        if (other instanceof ImmutableMap) {
            return (Map<K, V>) other;
        }
        Map<K, V> map = new LinkedHashMap<K, V>();
        for (Map.Entry<? extends K, ? extends V> entry : other.entrySet()) {
            put(map, entry.getKey(), entry.getValue());
        }
        return new ImmutableMap<K, V>(map);
    }

    @Override
    public boolean containsKey(Object key) {
        return super.containsKey(Objects.requireNonNull(key));
    }

    @Override
    public boolean containsValue(Object value) {
        return super.containsValue(Objects.requireNonNull(value));
    }

    @Override
    public V get(Object key) {
        return super.get(Objects.requireNonNull(key));
    }

    /** A pair, nothing null. */
    static final class Pair<K, V> extends MapViews.FixedEntry<K, V> {

        Pair(K key, V value) {
            super(Objects.requireNonNull(key), Objects.requireNonNull(value));
        }

        @Override
        public V setValue(V value) {
            throw new UnsupportedOperationException("not supported");
        }
    }
}
