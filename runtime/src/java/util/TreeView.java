package java.util;

import java.util.TreeMap.Node;

/** A part of a {@link TreeMap}, or all of it, in its order or the other one. */
final class TreeView<K, V> extends Navigation<K, V> {

    private final TreeMap<K, V> tree;

    /** Bounds in the order of the tree, or null. */
    private final Bound<K> low;
    private final Bound<K> high;
    private final boolean down;

    TreeView(TreeMap<K, V> tree, Bound<K> low, Bound<K> high, boolean down) {
        if (low != null && high != null) {
            if (tree.compare(low.key, high.key) > 0) {
                throw new IllegalArgumentException("fromKey > toKey");
            }
        } else if (low != null || high != null) {
            // A bound must have an order, too.
            K key = low != null ? low.key : high.key;
            tree.compare(key, key);
        }
        this.tree = tree;
        this.low = low;
        this.high = high;
        this.down = down;
    }

    /** A key where a view begins or ends. */
    static final class Bound<K> {

        private final K key;
        private final boolean itself;

        Bound(K key, boolean itself) {
            this.key = key;
            this.itself = itself;
        }
    }

    private boolean tooLow(Object key) {
        if (low == null) {
            return false;
        }
        int side = tree.compare(key, low.key);
        return side < 0 || side == 0 && !low.itself;
    }

    private boolean tooHigh(Object key) {
        if (high == null) {
            return false;
        }
        int side = tree.compare(key, high.key);
        return side > 0 || side == 0 && !high.itself;
    }

    private boolean contains(Object key) {
        return !tooLow(key) && !tooHigh(key);
    }

    /** Whether a view of this one may end at a bound. */
    private boolean allows(Bound<K> bound) {
        if (bound == null || contains(bound.key)) {
            return true;
        }
        return !bound.itself && (low == null || tree.compare(bound.key, low.key) >= 0)
                && (high == null || tree.compare(bound.key, high.key) <= 0);
    }

    private Node<K, V> inside(Node<K, V> node) {
        return node != null && contains(node.key) ? node : null;
    }

    private Node<K, V> lowest() {
        if (low == null) {
            return inside(tree.firstNode());
        }
        return inside(low.itself ? tree.ceilingNode(low.key) : tree.higherNode(low.key));
    }

    private Node<K, V> highest() {
        if (high == null) {
            return inside(tree.lastNode());
        }
        return inside(high.itself ? tree.floorNode(high.key) : tree.lowerNode(high.key));
    }

    /** The nearest node above a key, in the order of the tree. */
    private Node<K, V> above(K key, boolean itself) {
        if (tooLow(key)) {
            return lowest();
        }
        return inside(itself ? tree.ceilingNode(key) : tree.higherNode(key));
    }

    /** The nearest node below a key, in the order of the tree. */
    private Node<K, V> below(K key, boolean itself) {
        if (tooHigh(key)) {
            return highest();
        }
        return inside(itself ? tree.floorNode(key) : tree.lowerNode(key));
    }

    @Override
    Node<K, V> lowerNode(K key) {
        return down ? above(key, false) : below(key, false);
    }

    @Override
    Node<K, V> floorNode(K key) {
        return down ? above(key, true) : below(key, true);
    }

    @Override
    Node<K, V> ceilingNode(K key) {
        return down ? below(key, true) : above(key, true);
    }

    @Override
    Node<K, V> higherNode(K key) {
        return down ? below(key, false) : above(key, false);
    }

    @Override
    Node<K, V> firstNode() {
        return down ? highest() : lowest();
    }

    @Override
    Node<K, V> lastNode() {
        return down ? lowest() : highest();
    }

    @Override
    Node<K, V> after(Node<K, V> node) {
        return inside(down ? tree.before(node) : tree.after(node));
    }

    @Override
    Node<K, V> before(Node<K, V> node) {
        return inside(down ? tree.after(node) : tree.before(node));
    }

    @Override
    TreeMap<K, V> tree() {
        return tree;
    }

    @Override
    boolean ascends() {
        return !down;
    }

    @Override
    NavigableMap<K, V> view(Bound<K> from, Bound<K> to) {
        if (!allows(from)) {
            throw new IllegalArgumentException("fromKey out of range");
        }
        if (!allows(to)) {
            throw new IllegalArgumentException("toKey out of range");
        }
        Bound<K> newLow = down ? to : from;
        Bound<K> newHigh = down ? from : to;
        return new TreeView<K, V>(tree, newLow == null ? low : newLow, newHigh == null ? high : newHigh, down);
    }

    @Override
    public NavigableMap<K, V> descendingMap() {
        return new TreeView<K, V>(tree, low, high, !down);
    }

    @Override
    @SuppressWarnings("unchecked")
    public Comparator<? super K> comparator() {
        return down ? Collections.reverseOrder((Comparator<K>) tree.comparator()) : tree.comparator();
    }

    @Override
    public int size() {
        if (low == null && high == null) {
            return tree.size();
        }
        int size = 0;
        for (Node<K, V> node = firstNode(); node != null; node = after(node)) {
            ++size;
        }
        return size;
    }

    @Override
    public boolean isEmpty() {
        return firstNode() == null;
    }

    @Override
    public boolean containsKey(Object key) {
        return contains(key) && tree.containsKey(key);
    }

    @Override
    public V get(Object key) {
        return contains(key) ? tree.get(key) : null;
    }

    @Override
    public V put(K key, V value) {
        if (!contains(key)) {
            throw new IllegalArgumentException("key out of range");
        }
        return tree.put(key, value);
    }

    @Override
    public V remove(Object key) {
        return contains(key) ? tree.remove(key) : null;
    }

    @Override
    public void clear() {
        for (Iterator<?> walk = walk(KEYS); walk.hasNext();) {
            walk.next();
            walk.remove();
        }
    }
}
