package java.util;

import java.io.Serializable;

/** Values under the constants of an enum, in their order. */
public class EnumMap<K extends Enum<K>, V> extends AbstractMap<K, V> implements Cloneable, Serializable {

    private final K[] keys;
    private final Object[] values;
    private final boolean[] there;
    private int size;

    /** An empty map for an enum. */
    public EnumMap(Class<K> type) {
        this(type.getEnumConstants());
    }

    private EnumMap(K[] keys) {
        this.keys = keys;
        values = new Object[keys.length];
        there = new boolean[keys.length];
    }

    /** A map with all that another one has. */
    public EnumMap(EnumMap<K, ? extends V> other) {
        this(other.keys);
        putAll(other);
    }

    /** A map with all that another one has, which must not be empty unless it is one of this kind. */
    public EnumMap(Map<K, ? extends V> other) {
        this(keysOf(other));
        putAll(other);
    }

    private static <K extends Enum<K>> K[] keysOf(Map<K, ?> map) {
        if (map instanceof EnumMap) {
            return ((EnumMap<K, ?>) map).keys;
        }
        if (map.isEmpty()) {
            throw new IllegalArgumentException("Specified map is empty");
        }
        return map.keySet().iterator().next().getDeclaringClass().getEnumConstants();
    }

    /** Index of a key that may be of any type; -1 if it is not there. */
    private int find(Object key) {
        if (!(key instanceof Enum)) {
            return -1;
        }
        int index = ((Enum<?>) key).ordinal();
        return index < keys.length && keys[index] == key && there[index] ? index : -1;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public boolean containsKey(Object key) {
        return find(key) >= 0;
    }

    @Override
    @SuppressWarnings("unchecked")
    public V get(Object key) {
        int index = find(key);
        return index < 0 ? null : (V) values[index];
    }

    @Override
    @SuppressWarnings("unchecked")
    public V put(K key, V value) {
        int index = key.ordinal();
        if (index >= keys.length || keys[index] != key) {
            throw new ClassCastException(key.getClass() + " != " + keys[0].getDeclaringClass());
        }
        if (!there[index]) {
            there[index] = true;
            ++size;
        }
        V old = (V) values[index];
        values[index] = value;
        return old;
    }

    @SuppressWarnings("unchecked")
    private V take(int index) {
        V old = (V) values[index];
        values[index] = null;
        there[index] = false;
        --size;
        return old;
    }

    @Override
    public V remove(Object key) {
        int index = find(key);
        return index < 0 ? null : take(index);
    }

    @Override
    public void clear() {
        Arrays.fill(values, null);
        Arrays.fill(there, false);
        size = 0;
    }

    @Override
    public Set<Map.Entry<K, V>> entrySet() {
        return new MapViews.Entries<K, V>(this);
    }

    @Override
    Iterator<?> walk(int kind) {
        return new Walk<K, V>(this, kind);
    }

    @Override
    public EnumMap<K, V> clone() {
        return new EnumMap<K, V>(this);
    }

    /** A walk through the constants that have values. */
    private static final class Walk<K extends Enum<K>, V> implements Iterator<Object> {

        private final EnumMap<K, V> map;
        private final int kind;
        private int next;
        private int last = -1;

        Walk(EnumMap<K, V> map, int kind) {
            this.map = map;
            this.kind = kind;
        }

        @Override
        public boolean hasNext() {
            while (next < map.keys.length && !map.there[next]) {
                ++next;
            }
            return next < map.keys.length;
        }

        @Override
        public Object next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            last = next++;
            K key = map.keys[last];
            return kind == KEYS ? key : kind == VALUES ? map.values[last] : new Pair<K, V>(map, key);
        }

        @Override
        public void remove() {
            if (last < 0) {
                throw new IllegalStateException();
            }
            if (map.there[last]) {
                map.take(last);
            }
            last = -1;
        }
    }

    /** A constant with its value, which writes through. */
    private static final class Pair<K extends Enum<K>, V> extends SimpleEntry<K, V> {

        private final EnumMap<K, V> map;

        Pair(EnumMap<K, V> map, K key) {
            super(key, map.get(key));
            this.map = map;
        }

        @Override
        public V setValue(V value) {
            map.put(getKey(), value);
            return super.setValue(value);
        }
    }
}
