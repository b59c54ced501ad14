package java.util.concurrent;

import java.io.Serializable;
import java.util.AbstractCollection;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A map by hash codes that threads share. Reading takes no monitor: chains change by single words, and a table that grows
 * gets new nodes, so that walks on their way go on in the old one.
 */
public class ConcurrentHashMap<K, V> extends AbstractMap<K, V> implements ConcurrentMap<K, V>, Serializable {

    private static final int LARGEST_TABLE = 1 << 30;
    private static final int KEYS = 0;
    private static final int VALUES = 1;
    private static final int PAIRS = 2;

    Node<K, V>[] table;
    private int size;

    /** An empty map. */
    public ConcurrentHashMap() {
        table = newTable(16);
    }

    /**
     * An empty map with room for a number of keys: as documented, they come in without growth at the default load
     * factor. Sizes: java/util/package-info.java.
     */
    public ConcurrentHashMap(int capacity) {
        this(capacity, 0.75f, 1);
    }

    /** An empty map with room for a number of keys at a load factor. */
    public ConcurrentHashMap(int capacity, float loadFactor) {
        this(capacity, loadFactor, 1);
    }

    /** An empty map with room for a number of keys at a load factor, for a number of threads. */
    public ConcurrentHashMap(int capacity, float loadFactor, int threads) {
        if (!(loadFactor > 0) || capacity < 0 || threads <= 0) {
            throw new IllegalArgumentException();
        }
        table = newTable(powerOfTwo((int) (1 + Math.max(capacity, threads) / loadFactor)));
    }

    /** A map with all that another one has. */
    public ConcurrentHashMap(Map<? extends K, ? extends V> other) {
        this();
        putAll(other);
    }

    private static int powerOfTwo(int capacity) {
        int length = 1;
        while (length < capacity && length < LARGEST_TABLE) {
            length <<= 1;
        }
        return length;
    }

    @SuppressWarnings("unchecked")
    private static <K, V> Node<K, V>[] newTable(int length) {
        return (Node<K, V>[]) new Node<?, ?>[length];
    }

    private static int hash(Object key) {
        int hash = key.hashCode();
        return hash ^ hash >>> 16;
    }

    private Node<K, V> find(Object key) {
        int hash = hash(key);
        Node<K, V>[] nodes = table;
        Node<K, V> node = nodes[hash & nodes.length - 1];
        while (node != null && !(node.hash == hash && key.equals(node.key))) {
            node = node.next;
        }
        return node;
    }

    /** Puts a key that is not there at the end of its chain. */
    private void append(K key, V value) {
        Node<K, V> node = new Node<K, V>(hash(key), key, value);
        node.map = this;
        link(table, node);
        if (++size >= table.length - (table.length >> 2) && table.length < LARGEST_TABLE) {
            Node<K, V>[] longer = newTable(table.length << 1);
            for (Node<K, V> first : table) {
                for (Node<K, V> old = first; old != null; old = old.next) {
                    Node<K, V> copy = new Node<K, V>(old.hash, old.key, old.value);
                    copy.map = this;
                    link(longer, copy);
                }
            }
            table = longer;
        }
    }

    private static <K, V> void link(Node<K, V>[] table, Node<K, V> node) {
        int index = node.hash & table.length - 1;
        Node<K, V> last = table[index];
        if (last == null) {
            table[index] = node;
            return;
        }
        while (last.next != null) {
            last = last.next;
        }
        last.next = node;
    }

    private void unlink(Node<K, V> node) {
        int index = node.hash & table.length - 1;
        Node<K, V> before = table[index];
        if (before == node) {
            table[index] = node.next;
        } else {
            while (before.next != node) {
                before = before.next;
            }
            before.next = node.next;
        }
        --size;
    }

    @Override
    public int size() {
        return size;
    }

    /** Number of keys. */
    public long mappingCount() {
        return size;
    }

    @Override
    public boolean isEmpty() {
        return size == 0;
    }

    @Override
    public V get(Object key) {
        Node<K, V> node = find(key);
        return node == null ? null : node.value;
    }

    @Override
    public V getOrDefault(Object key, V otherwise) {
        Node<K, V> node = find(key);
        return node == null ? otherwise : node.value;
    }

    @Override
    public boolean containsKey(Object key) {
        return find(key) != null;
    }

    @Override
    public boolean containsValue(Object value) {
        Objects.requireNonNull(value);
        return super.containsValue(value);
    }

    /** Whether a value is there. */
    public boolean contains(Object value) {
        return containsValue(value);
    }

    @Override
    public synchronized V put(K key, V value) {
        Objects.requireNonNull(value);
        Node<K, V> node = find(key);
        if (node == null) {
            append(key, value);
            return null;
        }
        V old = node.value;
        node.value = value;
        return old;
    }

    @Override
    public synchronized V putIfAbsent(K key, V value) {
        Objects.requireNonNull(value);
        Node<K, V> node = find(key);
        if (node == null) {
            append(key, value);
            return null;
        }
        return node.value;
    }

    @Override
    public synchronized V remove(Object key) {
        Node<K, V> node = find(key);
        if (node == null) {
            return null;
        }
        unlink(node);
        return node.value;
    }

    @Override
    public synchronized boolean remove(Object key, Object value) {
        Node<K, V> node = find(key);
        if (node == null || value == null || !value.equals(node.value)) {
            return false;
        }
        unlink(node);
        return true;
    }

    @Override
    public synchronized boolean replace(K key, V old, V value) {
        Objects.requireNonNull(old);
        Objects.requireNonNull(value);
        Node<K, V> node = find(key);
        if (node == null || !old.equals(node.value)) {
            return false;
        }
        node.value = value;
        return true;
    }

    @Override
    public synchronized V replace(K key, V value) {
        Objects.requireNonNull(value);
        Node<K, V> node = find(key);
        if (node == null) {
            return null;
        }
        V old = node.value;
        node.value = value;
        return old;
    }

    @Override
    public synchronized void clear() {
        for (int i = 0; i < table.length; ++i) {
            table[i] = null;
        }
        size = 0;
    }

    /** Puts a computed value under a key, or takes the key out for null. */
    private V settle(K key, Node<K, V> node, V value) {
        if (node == null) {
            if (value != null) {
                append(key, value);
            }
        } else if (value == null) {
            unlink(node);
        } else {
            node.value = value;
        }
        return value;
    }

    @Override
    public synchronized V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        Objects.requireNonNull(function);
        Node<K, V> node = find(key);
        return node != null ? node.value : settle(key, null, unchanged(key, null, function.apply(key)));
    }

    @Override
    public synchronized V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        Node<K, V> node = find(key);
        return node == null ? null : settle(key, node, unchanged(key, node, function.apply(key, node.value)));
    }

    @Override
    public synchronized V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        Node<K, V> node = find(key);
        return settle(key, node, unchanged(key, node, function.apply(key, node == null ? null : node.value)));
    }

    @Override
    public synchronized V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        Objects.requireNonNull(value);
        Node<K, V> node = find(key);
        return settle(key, node, node == null ? value : unchanged(key, node, function.apply(node.value, value)));
    }

    /** The value, if the function that gave it did not change the key in this map. */
    private V unchanged(K key, Node<K, V> before, V value) {
        if (find(key) != before) {
            throw new IllegalStateException("Recursive update");
        }
        return value;
    }

    @Override
    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        for (Walk<K, V> i = new Walk<K, V>(this, PAIRS); i.hasNext();) {
            Node<K, V> node = i.nextNode();
            V old;
            do {
                old = get(node.key);
            } while (old != null && !replace(node.key, old, Objects.requireNonNull(function.apply(node.key, old))));
        }
    }

    @Override
    public void forEach(BiConsumer<? super K, ? super V> action) {
        Objects.requireNonNull(action);
        for (Walk<K, V> i = new Walk<K, V>(this, PAIRS); i.hasNext();) {
            Node<K, V> node = i.nextNode();
            action.accept(node.key, node.value);
        }
    }

    /** Gives each key with its value to an action; there is one thread, however large the map is. */
    public void forEach(long parallelism, BiConsumer<? super K, ? super V> action) {
        forEach(action);
    }

    /** Gives each key to an action. */
    public void forEachKey(long parallelism, Consumer<? super K> action) {
        for (Walk<K, V> i = new Walk<K, V>(this, KEYS); i.hasNext();) {
            action.accept(i.nextNode().key);
        }
    }

    /** Gives each value to an action. */
    public void forEachValue(long parallelism, Consumer<? super V> action) {
        for (Walk<K, V> i = new Walk<K, V>(this, VALUES); i.hasNext();) {
            action.accept(i.nextNode().value);
        }
    }

    /** The first result of a function that is not null. */
    public <U> U search(long parallelism, BiFunction<? super K, ? super V, ? extends U> function) {
        U result = null;
        for (Walk<K, V> i = new Walk<K, V>(this, PAIRS); result == null && i.hasNext();) {
            Node<K, V> node = i.nextNode();
            result = function.apply(node.key, node.value);
        }
        return result;
    }

    /** All results of a function that are not null, joined in pairs. */
    public <U> U reduce(long parallelism, BiFunction<? super K, ? super V, ? extends U> function,
            BiFunction<? super U, ? super U, ? extends U> joint) {
        U result = null;
        for (Walk<K, V> i = new Walk<K, V>(this, PAIRS); i.hasNext();) {
            Node<K, V> node = i.nextNode();
            U more = function.apply(node.key, node.value);
            if (more != null) {
                result = result == null ? more : joint.apply(result, more);
            }
        }
        return result;
    }

    /** All keys, joined in pairs. */
    public K reduceKeys(long parallelism, BiFunction<? super K, ? super K, ? extends K> joint) {
        K result = null;
        for (Walk<K, V> i = new Walk<K, V>(this, KEYS); i.hasNext();) {
            K more = i.nextNode().key;
            result = result == null ? more : joint.apply(result, more);
        }
        return result;
    }

    /** All values, joined in pairs. */
    public V reduceValues(long parallelism, BiFunction<? super V, ? super V, ? extends V> joint) {
        V result = null;
        for (Walk<K, V> i = new Walk<K, V>(this, VALUES); i.hasNext();) {
            V more = i.nextNode().value;
            result = result == null ? more : joint.apply(result, more);
        }
        return result;
    }

    @Override
    public KeySetView<K, V> keySet() {
        return new KeySetView<K, V>(this, null);
    }

    /** The keys; what is added to them gets a value. */
    public KeySetView<K, V> keySet(V value) {
        return new KeySetView<K, V>(this, Objects.requireNonNull(value));
    }

    /** A set that threads share. */
    public static <T> KeySetView<T, Boolean> newKeySet() {
        return new KeySetView<T, Boolean>(new ConcurrentHashMap<T, Boolean>(), Boolean.TRUE);
    }

    /** A set that threads share, with room for a number of elements. */
    public static <T> KeySetView<T, Boolean> newKeySet(int capacity) {
        return new KeySetView<T, Boolean>(new ConcurrentHashMap<T, Boolean>(capacity), Boolean.TRUE);
    }

    @Override
    public Collection<V> values() {
        return new Values<K, V>(this);
    }

    @Override
    public Set<Map.Entry<K, V>> entrySet() {
        return new Pairs<K, V>(this);
    }

    /** The keys. */
    public Enumeration<K> keys() {
        return new Walk<K, V>(this, KEYS).as();
    }

    /** The values. */
    public Enumeration<V> elements() {
        return new Walk<K, V>(this, VALUES).as();
    }

    /** A key with its value, in a chain. */
    private static final class Node<K, V> implements Map.Entry<K, V> {

        final int hash;
        final K key;
        V value;
        Node<K, V> next;
        ConcurrentHashMap<K, V> map;

        Node(int hash, K key, V value) {
            this.hash = hash;
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
            map.put(key, value);
            this.value = value;
            return old;
        }

        @Override
        public int hashCode() {
            return key.hashCode() ^ value.hashCode();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Map.Entry && key.equals(((Map.Entry<?, ?>) other).getKey())
                    && value.equals(((Map.Entry<?, ?>) other).getValue());
        }

        @Override
        public String toString() {
            return key + "=" + value;
        }
    }

    /** A walk through the table as it is when the walk begins. */
    private static final class Walk<K, V> implements Iterator<Object>, Enumeration<Object> {

        private final ConcurrentHashMap<K, V> map;
        private final int kind;
        private final Node<K, V>[] nodes;
        private int index;
        private Node<K, V> next;
        private Node<K, V> last;

        Walk(ConcurrentHashMap<K, V> map, int kind) {
            this.map = map;
            this.kind = kind;
            nodes = map.table;
            skip();
        }

        /** The same as an iterator or enumeration of its own kind. */
        @SuppressWarnings("unchecked")
        <T> T as() {
            return (T) this;
        }

        private void skip() {
            while (next == null && index < nodes.length) {
                next = nodes[index++];
            }
        }

        @Override
        public boolean hasNext() {
            return next != null;
        }

        @Override
        public boolean hasMoreElements() {
            return next != null;
        }

        Node<K, V> nextNode() {
            Node<K, V> node = next;
            if (node == null) {
                throw new NoSuchElementException();
            }
            last = node;
            next = node.next;
            skip();
            return node;
        }

        @Override
        public Object next() {
            Node<K, V> node = nextNode();
            return kind == KEYS ? node.key : kind == VALUES ? node.value : node;
        }

        @Override
        public Object nextElement() {
            return next();
        }

        @Override
        public void remove() {
            if (last == null) {
                throw new IllegalStateException();
            }
            map.remove(last.key);
            last = null;
        }
    }

    /** The keys of a map. */
    public static final class KeySetView<K, V> extends AbstractSet<K> implements Serializable {

        private final ConcurrentHashMap<K, V> map;
        private final V value;

        KeySetView(ConcurrentHashMap<K, V> map, V value) {
            this.map = map;
            this.value = value;
        }

        /** The map. */
        public ConcurrentHashMap<K, V> getMap() {
            return map;
        }

        /** What keys that are added get, or null. */
        public V getMappedValue() {
            return value;
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
        public boolean add(K key) {
            if (value == null) {
                throw new UnsupportedOperationException();
            }
            return map.putIfAbsent(key, value) == null;
        }

        @Override
        public boolean remove(Object object) {
            return map.remove(object) != null;
        }

        @Override
        public void clear() {
            map.clear();
        }

        @Override
        public Iterator<K> iterator() {
            return new Walk<K, V>(map, KEYS).as();
        }
    }

    /** The values of a map. */
    private static final class Values<K, V> extends AbstractCollection<V> {

        private final ConcurrentHashMap<K, V> map;

        Values(ConcurrentHashMap<K, V> map) {
            this.map = map;
        }

        @Override
        public int size() {
            return map.size();
        }

        @Override
        public boolean contains(Object object) {
            return map.containsValue(object);
        }

        @Override
        public void clear() {
            map.clear();
        }

        @Override
        public Iterator<V> iterator() {
            return new Walk<K, V>(map, VALUES).as();
        }
    }

    /** The pairs of a map. */
    private static final class Pairs<K, V> extends AbstractSet<Map.Entry<K, V>> {

        private final ConcurrentHashMap<K, V> map;

        Pairs(ConcurrentHashMap<K, V> map) {
            this.map = map;
        }

        @Override
        public int size() {
            return map.size();
        }

        @Override
        public boolean add(Map.Entry<K, V> entry) {
            return map.put(entry.getKey(), entry.getValue()) == null;
        }

        @Override
        public boolean contains(Object object) {
            if (!(object instanceof Map.Entry)) {
                return false;
            }
            Object key = ((Map.Entry<?, ?>) object).getKey();
            V value = key == null ? null : map.get(key);
            return value != null && value.equals(((Map.Entry<?, ?>) object).getValue());
        }

        @Override
        public boolean remove(Object object) {
            return object instanceof Map.Entry && ((Map.Entry<?, ?>) object).getKey() != null
                    && map.remove(((Map.Entry<?, ?>) object).getKey(), ((Map.Entry<?, ?>) object).getValue());
        }

        @Override
        public void clear() {
            map.clear();
        }

        @Override
        public Iterator<Map.Entry<K, V>> iterator() {
            return new Walk<K, V>(map, PAIRS).as();
        }
    }
}
