package java.util;

/** Views of maps, and what pairs have in common. */
final class MapViews {

    private MapViews() {
    }

    /** Whether an object is a pair with an equal key and an equal value. */
    static boolean equal(Map.Entry<?, ?> entry, Object other) {
        return other instanceof Map.Entry && Objects.equals(entry.getKey(), ((Map.Entry<?, ?>) other).getKey())
                && Objects.equals(entry.getValue(), ((Map.Entry<?, ?>) other).getValue());
    }

    /** Whether two maps have the same pairs; keys that one cannot hold are not in it. */
    static boolean equal(Map<?, ?> map, Map<?, ?> other) {
        if (other.size() != map.size()) {
            return false;
        }
        try {
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                Object key = entry.getKey();
                Object value = entry.getValue();
                if (!Objects.equals(value, other.get(key)) || value == null && !other.containsKey(key)) {
                    return false;
                }
            }
        } catch (ClassCastException | NullPointerException e) {
            return false;
        }
        return true;
    }

    /** Whether a map has a pair. */
    static boolean contains(AbstractMap<?, ?> map, Object object) {
        if (!(object instanceof Map.Entry)) {
            return false;
        }
        Map.Entry<?, ?> entry = (Map.Entry<?, ?>) object;
        Object value = map.peek(entry.getKey());
        return Objects.equals(value, entry.getValue()) && (value != null || map.containsKey(entry.getKey()));
    }

    /** Keys or values of a walk through pairs. */
    static final class Walk<K, V> implements Iterator<Object> {

        private final Iterator<Map.Entry<K, V>> walk;
        private final boolean keys;

        Walk(Iterator<Map.Entry<K, V>> walk, boolean keys) {
            this.walk = walk;
            this.keys = keys;
        }

        @Override
        public boolean hasNext() {
            return walk.hasNext();
        }

        @Override
        public Object next() {
            Map.Entry<K, V> entry = walk.next();
            return keys ? entry.getKey() : entry.getValue();
        }

        @Override
        public void remove() {
            walk.remove();
        }
    }

    /** The keys of a map. */
    static final class Keys<K, V> extends AbstractSet<K> {

        private final AbstractMap<K, V> map;

        Keys(AbstractMap<K, V> map) {
            this.map = map;
        }

        @Override
        public int size() {
            return map.size();
        }

        @Override
        public boolean contains(Object object) {
            return map.containsKey(object);
        }

        @Override
        public boolean remove(Object object) {
            int size = map.size();
            map.remove(object);
            return map.size() != size;
        }

        @Override
        public void clear() {
            map.clear();
        }

        @Override
        @SuppressWarnings("unchecked")
        public Iterator<K> iterator() {
            return (Iterator<K>) map.walk(AbstractMap.KEYS);
        }
    }

    /** The values of a map. */
    static final class Values<K, V> extends AbstractCollection<V> {

        private final AbstractMap<K, V> map;

        Values(AbstractMap<K, V> map) {
            this.map = map;
        }

        @Override
        public int size() {
            return map.size();
        }

        @Override
        public void clear() {
            map.clear();
        }

        @Override
        @SuppressWarnings("unchecked")
        public Iterator<V> iterator() {
            return (Iterator<V>) map.walk(AbstractMap.VALUES);
        }
    }

    /** The pairs of a map that has a walk of its own. */
    static final class Entries<K, V> extends AbstractSet<Map.Entry<K, V>> {

        private final AbstractMap<K, V> map;

        Entries(AbstractMap<K, V> map) {
            this.map = map;
        }

        @Override
        public int size() {
            return map.size();
        }

        @Override
        public boolean contains(Object object) {
            return MapViews.contains(map, object);
        }

        @Override
        public boolean remove(Object object) {
            boolean found = MapViews.contains(map, object);
            if (found) {
                map.remove(((Map.Entry<?, ?>) object).getKey());
            }
            return found;
        }

        @Override
        public void clear() {
            map.clear();
        }

        @Override
        @SuppressWarnings("unchecked")
        public Iterator<Map.Entry<K, V>> iterator() {
            return (Iterator<Map.Entry<K, V>>) map.walk(AbstractMap.ENTRIES);
        }
    }

    /** A pair that never changes. */
    static class FixedEntry<K, V> implements Map.Entry<K, V> {

        private final K key;
        private final V value;

        FixedEntry(K key, V value) {
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
            throw new UnsupportedOperationException();
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
}
