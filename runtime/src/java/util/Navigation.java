package java.util;

import java.util.TreeMap.Node;

/** What a map in order and its views have in common: they find nodes, everything else follows. */
abstract class Navigation<K, V> extends AbstractMap<K, V> implements NavigableMap<K, V> {

    /** The tree with the nodes. */
    abstract TreeMap<K, V> tree();

    /** The nearest node before a key, in the order of this map, or null. */
    abstract Node<K, V> lowerNode(K key);

    /** The node of a key, or the nearest before it. */
    abstract Node<K, V> floorNode(K key);

    /** The node of a key, or the nearest after it. */
    abstract Node<K, V> ceilingNode(K key);

    /** The nearest node after a key. */
    abstract Node<K, V> higherNode(K key);

    /** The first node. */
    abstract Node<K, V> firstNode();

    /** The last node. */
    abstract Node<K, V> lastNode();

    /** The node after another. */
    abstract Node<K, V> after(Node<K, V> node);

    /** The node before another. */
    abstract Node<K, V> before(Node<K, V> node);

    /** Whether the order is that of the tree. */
    abstract boolean ascends();

    /** A view; null in place of a bound is none. */
    abstract NavigableMap<K, V> view(TreeView.Bound<K> from, TreeView.Bound<K> to);

    private static <K, V> Map.Entry<K, V> copy(Node<K, V> node) {
        return node == null ? null : new SimpleImmutableEntry<K, V>(node.key, node.value);
    }

    private static <K, V> K key(Node<K, V> node) {
        return node == null ? null : node.key;
    }

    private static <K, V> K demand(Node<K, V> node) {
        if (node == null) {
            throw new NoSuchElementException();
        }
        return node.key;
    }

    private Map.Entry<K, V> take(Node<K, V> node) {
        if (node == null) {
            return null;
        }
        Map.Entry<K, V> entry = copy(node);
        tree().delete(node);
        return entry;
    }

    @Override
    public Map.Entry<K, V> lowerEntry(K key) {
        return copy(lowerNode(key));
    }

    @Override
    public K lowerKey(K key) {
        return key(lowerNode(key));
    }

    @Override
    public Map.Entry<K, V> floorEntry(K key) {
        return copy(floorNode(key));
    }

    @Override
    public K floorKey(K key) {
        return key(floorNode(key));
    }

    @Override
    public Map.Entry<K, V> ceilingEntry(K key) {
        return copy(ceilingNode(key));
    }

    @Override
    public K ceilingKey(K key) {
        return key(ceilingNode(key));
    }

    @Override
    public Map.Entry<K, V> higherEntry(K key) {
        return copy(higherNode(key));
    }

    @Override
    public K higherKey(K key) {
        return key(higherNode(key));
    }

    @Override
    public Map.Entry<K, V> firstEntry() {
        return copy(firstNode());
    }

    @Override
    public K firstKey() {
        return demand(firstNode());
    }

    @Override
    public Map.Entry<K, V> lastEntry() {
        return copy(lastNode());
    }

    @Override
    public K lastKey() {
        return demand(lastNode());
    }

    @Override
    public Map.Entry<K, V> pollFirstEntry() {
        return take(firstNode());
    }

    @Override
    public Map.Entry<K, V> pollLastEntry() {
        return take(lastNode());
    }

    @Override
    public NavigableSet<K> navigableKeySet() {
        return new TreeKeys<K>(this);
    }

    @Override
    public Set<K> keySet() {
        return navigableKeySet();
    }

    @Override
    public NavigableSet<K> descendingKeySet() {
        return descendingMap().navigableKeySet();
    }

    @Override
    public NavigableMap<K, V> subMap(K from, boolean fromToo, K to, boolean toToo) {
        return view(new TreeView.Bound<K>(from, fromToo), new TreeView.Bound<K>(to, toToo));
    }

    @Override
    public NavigableMap<K, V> headMap(K to, boolean toToo) {
        return view(null, new TreeView.Bound<K>(to, toToo));
    }

    @Override
    public NavigableMap<K, V> tailMap(K from, boolean fromToo) {
        return view(new TreeView.Bound<K>(from, fromToo), null);
    }

    @Override
    public SortedMap<K, V> subMap(K from, K to) {
        return subMap(from, true, to, false);
    }

    @Override
    public SortedMap<K, V> headMap(K to) {
        return headMap(to, false);
    }

    @Override
    public SortedMap<K, V> tailMap(K from) {
        return tailMap(from, true);
    }

    @Override
    public Set<Map.Entry<K, V>> entrySet() {
        return new MapViews.Entries<K, V>(this);
    }

    @Override
    Iterator<?> walk(int kind) {
        return new Walk<K, V>(this, kind);
    }

    /** A walk in the order of the map. */
    private static final class Walk<K, V> implements Iterator<Object> {

        private final Navigation<K, V> map;
        private final TreeMap<K, V> tree;
        private final int kind;
        private int expected;
        private Node<K, V> next;
        private Node<K, V> last;

        Walk(Navigation<K, V> map, int kind) {
            this.map = map;
            this.kind = kind;
            tree = map.tree();
            expected = tree.changes;
            next = map.firstNode();
        }

        @Override
        public boolean hasNext() {
            return next != null;
        }

        @Override
        public Object next() {
            Node<K, V> node = next;
            if (node == null) {
                throw new NoSuchElementException();
            }
            if (tree.changes != expected) {
                throw new ConcurrentModificationException();
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
            if (tree.changes != expected) {
                throw new ConcurrentModificationException();
            }
            if (last.left != null && last.right != null && map.ascends() && next != null) {
                // What comes next moves to this node.
                next = last;
            }
            tree.delete(last);
            last = null;
            expected = tree.changes;
        }
    }
}
