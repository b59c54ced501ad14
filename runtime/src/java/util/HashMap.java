package java.util;

/**
 * A map by hash codes. The order of the keys is that of the host's: chains in a table whose size is a power of
 * two, new keys at the end of their chain.
 */
public class HashMap<K, V> implements Map<K, V>, Cloneable {

    private static final int KEYS = 0;
    private static final int VALUES = 1;
    private static final int ENTRIES = 2;

    private Node<K, V>[] table;
    private int size;
    private int changes;

    /** An empty map. */
    public HashMap() {
        table = newTable(16);
    }

    /** An empty map with room for a number of keys. */
    public HashMap(int capacity) {
        if (capacity < 0) {
            throw new IllegalArgumentException("Illegal initial capacity: " + capacity);
        }
        int length = 1;
        while (length < capacity) {
            length <<= 1;
        }
        table = newTable(length);
    }

    /** An empty map; the table always grows when it is three quarters full. */
    public HashMap(int capacity, float loadFactor) {
        this(capacity);
    }

    /** A map with all that another one has. */
    public HashMap(Map<? extends K, ? extends V> other) {
        this(other.size() + (other.size() >> 1));
        putAll(other);
    }

    @SuppressWarnings("unchecked")
    private static <K, V> Node<K, V>[] newTable(int length) {
        return (Node<K, V>[]) new Node<?, ?>[length];
    }

    private static int hash(Object key) {
        if (key == null) {
            return 0;
        }
        int hash = key.hashCode();
        return hash ^ hash >>> 16;
    }

    private Node<K, V> find(Object key) {
        int hash = hash(key);
        Node<K, V> node = table[hash & table.length - 1];
        while (node != null && !(node.hash == hash && (node.key == key || key != null && key.equals(node.key)))) {
            node = node.next;
        }
        return node;
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
    public boolean containsValue(Object value) {
        return values().contains(value);
    }

    @Override
    public V get(Object key) {
        Node<K, V> node = find(key);
        return node == null ? null : node.value;
    }

    @Override
    public V put(K key, V value) {
        Node<K, V> node = find(key);
        if (node != null) {
            return node.setValue(value);
        }
        ++changes;
        append(table, new Node<K, V>(hash(key), key, value));
        if (++size > table.length - (table.length >> 2)) {
            grow();
        }
        return null;
    }

    private static <K, V> void append(Node<K, V>[] table, Node<K, V> node) {
        int index = node.hash & table.length - 1;
        Node<K, V> last = table[index];
        if (last == null) {
            table[index] = node;
        } else {
            while (last.next != null) {
                last = last.next;
            }
            last.next = node;
        }
    }

    private void grow() {
        Node<K, V>[] old = table;
        Node<K, V>[] longer = newTable(old.length << 1);
        for (int i = 0; i < old.length; ++i) {
            Node<K, V> node = old[i];
            while (node != null) {
                Node<K, V> next = node.next;
                node.next = null;
                append(longer, node);
                node = next;
            }
        }
        table = longer;
    }

    @Override
    public V remove(Object key) {
        Node<K, V> node = find(key);
        if (node == null) {
            return null;
        }
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
        return node.value;
    }

    @Override
    public void putAll(Map<? extends K, ? extends V> other) {
        for (Map.Entry<? extends K, ? extends V> entry : other.entrySet()) {
            put(entry.getKey(), entry.getValue());
        }
    }

    @Override
    public void clear() {
        ++changes;
        for (int i = 0; i < table.length; ++i) {
            table[i] = null;
        }
        size = 0;
    }

    @Override
    public Set<K> keySet() {
        return new View<K, V, K>(this, KEYS);
    }

    @Override
    public Collection<V> values() {
        return new View<K, V, V>(this, VALUES);
    }

    @Override
    public Set<Map.Entry<K, V>> entrySet() {
        return new View<K, V, Map.Entry<K, V>>(this, ENTRIES);
    }

    @Override
    public Object clone() {
        return new HashMap<K, V>(this);
    }

    @Override
    public int hashCode() {
        return entrySet().hashCode();
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof Map)) {
            return false;
        }
        Map<?, ?> map = (Map<?, ?>) other;
        if (map.size() != size) {
            return false;
        }
        for (Map.Entry<K, V> entry : entrySet()) {
            Object key = entry.getKey();
            if (!Objects.equals(entry.getValue(), map.get(key)) || !map.containsKey(key)) {
                return false;
            }
        }
        return true;
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
            text.append(key == this ? "(this Map)" : key).append('=').append(value == this ? "(this Map)" : value);
        }
        return text.append('}').toString();
    }

    /** A key with its value, in a chain. */
    private static final class Node<K, V> implements Map.Entry<K, V> {

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
            return other instanceof Map.Entry && Objects.equals(key, ((Map.Entry<?, ?>) other).getKey())
                    && Objects.equals(value, ((Map.Entry<?, ?>) other).getValue());
        }

        @Override
        public String toString() {
            return key + "=" + value;
        }
    }

    /** Keys, values or pairs of a map. */
    private static final class View<K, V, E> extends AbstractSet<E> {

        private final HashMap<K, V> map;
        private final int kind;

        View(HashMap<K, V> map, int kind) {
            this.map = map;
            this.kind = kind;
        }

        @Override
        public int size() {
            return map.size;
        }

        @Override
        public boolean contains(Object object) {
            return kind == KEYS ? map.containsKey(object) : super.contains(object);
        }

        @Override
        public boolean remove(Object object) {
            if (kind != KEYS) {
                return super.remove(object);
            }
            int size = map.size;
            map.remove(object);
            return map.size != size;
        }

        @Override
        public void clear() {
            map.clear();
        }

        @Override
        public Iterator<E> iterator() {
            return new Walk<K, V, E>(map, kind);
        }
    }

    /** A walk through the table, chain by chain. */
    private static final class Walk<K, V, E> implements Iterator<E> {

        private final HashMap<K, V> map;
        private final int kind;
        private int expected;
        private int index;
        private Node<K, V> next;
        private Node<K, V> last;

        Walk(HashMap<K, V> map, int kind) {
            this.map = map;
            this.kind = kind;
            expected = map.changes;
            findNext();
        }

        private void findNext() {
            Node<K, V>[] table = map.table;
            while (next == null && index < table.length) {
                next = table[index++];
            }
        }

        @Override
        public boolean hasNext() {
            return next != null;
        }

        @Override
        @SuppressWarnings("unchecked")
        public E next() {
            if (map.changes != expected) {
                throw new ConcurrentModificationException();
            }
            Node<K, V> node = next;
            if (node == null) {
                throw new NoSuchElementException();
            }
            last = node;
            next = node.next;
            findNext();
            return (E) (kind == KEYS ? node.key : kind == VALUES ? node.value : node);
        }

        @Override
        public void remove() {
            if (last == null) {
                throw new IllegalStateException();
            }
            if (map.changes != expected) {
                throw new ConcurrentModificationException();
            }
            map.remove(last.key);
            last = null;
            expected = map.changes;
        }
    }
}
