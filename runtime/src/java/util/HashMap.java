package java.util;

import java.io.Serializable;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A map by hash codes. The order of the keys is that of the host's: chains in a table whose size is a power of
 * two. What put adds stands at the end of its chain, what compute and merge add at the beginning. Sizes: package-info.java.
 */
public class HashMap<K, V> extends AbstractMap<K, V> implements Map<K, V>, Cloneable, Serializable {

    private static final int LARGEST_TABLE = 1 << 30;

    /** Keys in a chain from which on a small table grows. */
    private static final int LONG_CHAIN = 8;
    private static final int SMALL_TABLE = 64;

    /** Null until the first key comes. */
    private Node<K, V>[] table;

    /** Length of the first table, if it is not the usual one. */
    private int firstLength;

    private final float loadFactor;
    private int limit;
    private int size;
    private int changes;

    /** An empty map. */
    public HashMap() {
        loadFactor = 0.75f;
    }

    /** An empty map with room for a number of keys. */
    public HashMap(int capacity) {
        this(capacity, 0.75f);
    }

    /** An empty map whose table grows when there are more keys for each place than the load factor says. */
    public HashMap(int capacity, float loadFactor) {
        if (capacity < 0) {
            throw new IllegalArgumentException("Illegal initial capacity: " + capacity);
        }
        if (loadFactor <= 0 || loadFactor != loadFactor) {
            throw new IllegalArgumentException("Illegal load factor: " + loadFactor);
        }
        firstLength = powerOfTwo(capacity);
        this.loadFactor = loadFactor;
    }

    /** A map with all that another one has. */
    public HashMap(Map<? extends K, ? extends V> other) {
        loadFactor = 0.75f;
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
    private void makeTable(int length) {
        table = (Node<K, V>[]) new Node<?, ?>[length];
        if (loadFactor == 0.75f) {
            limit = length < 4 ? length >> 1 : length - (length >> 2);
        } else {
            limit = (int) (length * loadFactor);
        }
    }

    private static int hash(Object key) {
        int hash = Objects.hashCode(key);
        return hash ^ hash >>> 16;
    }

    private Node<K, V> find(int hash, Object key) {
        Node<K, V>[] chains = table;
        if (chains == null) {
            return null;
        }
        Node<K, V> node = chains[hash & chains.length - 1];
        while (node != null && !(node.hash == hash && (node.key == key || Objects.equals(key, node.key)))) {
            node = node.next;
        }
        return node;
    }

    private Node<K, V> find(Object key) {
        Node<K, V>[] chains = table;
        if (chains == null) {
            return null;
        }
        int hash = Objects.hashCode(key);
        hash ^= hash >>> 16;
        Node<K, V> node = chains[hash & chains.length - 1];
        while (node != null && !(node.hash == hash && (node.key == key || Objects.equals(key, node.key)))) {
            node = node.next;
        }
        return node;
    }

    /** A node for a new key. */
    Node<K, V> newNode(int hash, K key, V value) {
        return new Node<K, V>(hash, key, value);
    }

    /** The value of a node was read or written. */
    void touched(Node<K, V> node) {
    }

    /** Ends all walks that are on their way. */
    final void changed() {
        ++changes;
    }

    /** A node came into the map. */
    void added(Node<K, V> node) {
    }

    /** A node went out of the map. */
    void removed(Node<K, V> node) {
    }

    /** The first node of a walk, or null. */
    Node<K, V> first() {
        return table == null ? null : firstFrom(0);
    }

    /** The node behind another, or null. */
    Node<K, V> after(Node<K, V> node) {
        return node.next != null ? node.next : firstFrom((node.hash & table.length - 1) + 1);
    }

    private Node<K, V> firstFrom(int index) {
        Node<K, V>[] nodes = table;
        for (int length = nodes.length; index < length; ++index) {
            if (nodes[index] != null) {
                return nodes[index];
            }
        }
        return null;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public boolean isEmpty() {
        return size == 0;
    }

    @Override
    public boolean containsKey(Object key) {
        return find(key) != null;
    }

    @Override
    public V get(Object key) {
        Node<K, V> node = find(key);
        if (node == null) {
            return null;
        }
        touched(node);
        return node.value;
    }

    @Override
    V peek(Object key) {
        Node<K, V> node = find(key);
        return node == null ? null : node.value;
    }

    @Override
    public V getOrDefault(Object key, V otherwise) {
        Node<K, V> node = find(key);
        if (node == null) {
            return otherwise;
        }
        touched(node);
        return node.value;
    }

    @Override
    public V put(K key, V value) {
        int hash = hash(key);
        Node<K, V> node = find(hash, key);
        if (node != null) {
            V old = node.value;
            node.value = value;
            touched(node);
            return old;
        }
        append(hash, key, value);
        return null;
    }

    @Override
    public V putIfAbsent(K key, V value) {
        int hash = hash(key);
        Node<K, V> node = find(hash, key);
        if (node == null) {
            append(hash, key, value);
            return null;
        }
        V old = node.value;
        if (old == null) {
            node.value = value;
        }
        touched(node);
        return old;
    }

    /** Puts a key that is not there at the end of its chain. */
    private void append(int hash, K key, V value) {
        if (table == null) {
            makeTable(firstLength == 0 ? 16 : firstLength);
        }
        Node<K, V> node = newNode(hash, key, value);
        if (link(table, node) >= LONG_CHAIN && table.length < SMALL_TABLE) {
            grow();
        }
        ++changes;
        if (++size > limit) {
            grow();
        }
        added(node);
    }

    /** Puts a node at the end of its chain; gives the number of nodes before it. */
    private static <K, V> int link(Node<K, V>[] table, Node<K, V> node) {
        int index = node.hash & table.length - 1;
        Node<K, V> last = table[index];
        if (last == null) {
            table[index] = node;
            return 0;
        }
        int length = 1;
        while (last.next != null) {
            last = last.next;
            ++length;
        }
        last.next = node;
        return length;
    }

    /** Puts a key that is not there at the beginning of its chain. */
    private void prepend(int hash, K key, V value) {
        int index = hash & table.length - 1;
        Node<K, V> node = newNode(hash, key, value);
        node.next = table[index];
        table[index] = node;
        int length = 0;
        for (Node<K, V> behind = node.next; behind != null && length < LONG_CHAIN; behind = behind.next) {
            ++length;
        }
        if (length >= LONG_CHAIN - 1 && table.length < SMALL_TABLE) {
            grow();
        }
        ++changes;
        ++size;
        added(node);
    }

    private void grow() {
        Node<K, V>[] old = table;
        if (old.length >= LARGEST_TABLE) {
            return;
        }
        makeTable(old.length << 1);
        Node<K, V>[] longer = table;
        for (int i = 0; i < old.length; ++i) {
            // Each chain parts in two that keep their order.
            Node<K, V> low = null;
            Node<K, V> high = null;
            for (Node<K, V> node = old[i]; node != null; node = node.next) {
                if ((node.hash & old.length) == 0) {
                    if (low == null) {
                        longer[i] = node;
                    } else {
                        low.next = node;
                    }
                    low = node;
                } else {
                    if (high == null) {
                        longer[i + old.length] = node;
                    } else {
                        high.next = node;
                    }
                    high = node;
                }
            }
            if (low != null) {
                low.next = null;
            }
            if (high != null) {
                high.next = null;
            }
        }
    }

    @Override
    public V remove(Object key) {
        Node<K, V> node = find(key);
        if (node == null) {
            return null;
        }
        unlink(node);
        return node.value;
    }

    @Override
    public boolean remove(Object key, Object value) {
        Node<K, V> node = find(key);
        if (node == null || !Objects.equals(node.value, value)) {
            return false;
        }
        unlink(node);
        return true;
    }

    @Override
    public boolean replace(K key, V old, V value) {
        Node<K, V> node = find(key);
        if (node == null || !Objects.equals(node.value, old)) {
            return false;
        }
        node.value = value;
        touched(node);
        return true;
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
        ++changes;
        --size;
        removed(node);
    }

    @Override
    public void putAll(Map<? extends K, ? extends V> other) {
        int more = other.size();
        if (more == 0) {
            return;
        }
        if (table == null) {
            int length = powerOfTwo((int) (more / loadFactor + 1));
            if (length > firstLength) {
                firstLength = length;
            }
        } else {
            while (more > limit && table.length < LARGEST_TABLE) {
                grow();
            }
        }
        for (Map.Entry<? extends K, ? extends V> entry : other.entrySet()) {
            put(entry.getKey(), entry.getValue());
        }
    }

    @Override
    public void clear() {
        ++changes;
        size = 0;
        if (table != null) {
            for (int i = 0; i < table.length; ++i) {
                table[i] = null;
            }
        }
    }

    @Override
    public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        Objects.requireNonNull(function);
        int hash = hash(key);
        growFirst();
        Node<K, V> node = find(hash, key);
        if (node != null && node.value != null) {
            touched(node);
            return node.value;
        }
        int before = changes;
        V value = function.apply(key);
        if (changes != before) {
            throw new ConcurrentModificationException();
        }
        if (value == null) {
            return null;
        }
        if (node == null) {
            prepend(hash, key, value);
        } else {
            node.value = value;
            touched(node);
        }
        return value;
    }

    @Override
    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        int hash = hash(key);
        Node<K, V> node = find(hash, key);
        if (node == null || node.value == null) {
            return null;
        }
        int before = changes;
        return settle(before, hash, key, node, function.apply(key, node.value));
    }

    @Override
    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        int hash = hash(key);
        growFirst();
        Node<K, V> node = find(hash, key);
        int before = changes;
        return settle(before, hash, key, node, function.apply(key, node == null ? null : node.value));
    }

    @Override
    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        Objects.requireNonNull(value);
        int hash = hash(key);
        growFirst();
        Node<K, V> node = find(hash, key);
        int before = changes;
        return settle(before, hash, key, node,
                node == null || node.value == null ? value : function.apply(node.value, value));
    }

    /** These methods make room before they know whether a key comes in. */
    private void growFirst() {
        if (table == null) {
            makeTable(firstLength == 0 ? 16 : firstLength);
        } else if (size > limit) {
            grow();
        }
    }

    /** Puts a computed value under a key, or takes the key out for null. */
    private V settle(int before, int hash, K key, Node<K, V> node, V value) {
        if (changes != before) {
            throw new ConcurrentModificationException();
        }
        if (node == null) {
            if (value != null) {
                prepend(hash, key, value);
            }
        } else if (value == null) {
            unlink(node);
        } else {
            node.value = value;
            touched(node);
        }
        return value;
    }

    @Override
    public void forEach(BiConsumer<? super K, ? super V> action) {
        Objects.requireNonNull(action);
        int before = changes;
        for (Node<K, V> node = first(); node != null; node = after(node)) {
            action.accept(node.key, node.value);
            if (changes != before) {
                throw new ConcurrentModificationException();
            }
        }
    }

    @Override
    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        int before = changes;
        for (Node<K, V> node = first(); node != null; node = after(node)) {
            node.value = function.apply(node.key, node.value);
            if (changes != before) {
                throw new ConcurrentModificationException();
            }
        }
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
    public Object clone() {
        return new HashMap<K, V>(this);
    }

    /** A key with its value, in a chain. */
    static class Node<K, V> implements Map.Entry<K, V> {

        final int hash;
        final K key;
        V value;
        Node<K, V> next;

        Node(int hash, K key, V value) {
            this.hash = hash;
            this.key = key;
            this.value = value;
        }

        @Override
        public final K getKey() {
            return key;
        }

        @Override
        public final V getValue() {
            return value;
        }

        @Override
        public final V setValue(V value) {
            V old = this.value;
            this.value = value;
            return old;
        }

        @Override
        public final int hashCode() {
            return Objects.hashCode(key) ^ Objects.hashCode(value);
        }

        @Override
        public final boolean equals(Object other) {
            return MapViews.equal(this, other);
        }

        @Override
        public final String toString() {
            return key + "=" + value;
        }
    }

    /** A walk through the nodes in their order. */
    private static final class Walk<K, V> implements Iterator<Object> {

        private final HashMap<K, V> map;
        private final int kind;
        private int expected;
        private Node<K, V> next;
        private Node<K, V> last;

        Walk(HashMap<K, V> map, int kind) {
            this.map = map;
            this.kind = kind;
            expected = map.changes;
            next = map.first();
        }

        @Override
        public boolean hasNext() {
            return next != null;
        }

        @Override
        public Object next() {
            if (map.changes != expected) {
                throw new ConcurrentModificationException();
            }
            Node<K, V> node = next;
            if (node == null) {
                throw new NoSuchElementException();
            }
            last = node;
            next = map.after(node);
            return kind == KEYS ? node.key : kind == VALUES ? node.value : node;
        }

        @Override
        public void remove() {
            if (last == null) {
                throw new IllegalStateException();
            }
            if (map.changes != expected) {
                throw new ConcurrentModificationException();
            }
            map.unlink(last);
            last = null;
            expected = map.changes;
        }
    }
}
