package java.util;

import java.io.Serializable;

/**
 * A map whose keys are in order: a binary tree in which the heights of two neighbours differ by one at most. Nodes
 * know their parents, so that no walk needs a stack.
 */
public class TreeMap<K, V> extends Navigation<K, V> implements NavigableMap<K, V>, Cloneable, Serializable {

    /** Counts what ends the walks that are on their way. */
    int changes;

    private final Comparator<? super K> order;
    private Node<K, V> root;
    private int size;

    /** An empty map in the order of the keys. */
    public TreeMap() {
        order = null;
    }

    /** An empty map in an order. */
    public TreeMap(Comparator<? super K> order) {
        this.order = order;
    }

    /** A map with all that another one has, in the order of the keys. */
    public TreeMap(Map<? extends K, ? extends V> other) {
        order = null;
        putAll(other);
    }

    /** A map with all that another one has, in its order. */
    public TreeMap(SortedMap<K, ? extends V> other) {
        order = other.comparator();
        putAll(other);
    }

    @SuppressWarnings("unchecked")
    final int compare(Object a, Object b) {
        return order != null ? order.compare((K) a, (K) b) : ((Comparable<Object>) a).compareTo(b);
    }

    private Node<K, V> find(Object key) {
        if (order == null) {
            Objects.requireNonNull(key);
        }
        Node<K, V> node = root;
        while (node != null) {
            int side = compare(key, node.key);
            if (side == 0) {
                return node;
            }
            node = side < 0 ? node.left : node.right;
        }
        return null;
    }

    /** The nearest node on one side of a key, or the node of the key itself if that counts. */
    private Node<K, V> nearest(K key, boolean below, boolean itself) {
        if (order == null) {
            Objects.requireNonNull(key);
        }
        Node<K, V> best = null;
        Node<K, V> node = root;
        while (node != null) {
            int side = compare(key, node.key);
            if (side == 0 && itself) {
                return node;
            }
            if (below ? side > 0 : side < 0) {
                best = node;
            }
            node = (below ? side > 0 : side >= 0) ? node.right : node.left;
        }
        return best;
    }

    @Override
    Node<K, V> lowerNode(K key) {
        return nearest(key, true, false);
    }

    @Override
    Node<K, V> floorNode(K key) {
        return nearest(key, true, true);
    }

    @Override
    Node<K, V> ceilingNode(K key) {
        return nearest(key, false, true);
    }

    @Override
    Node<K, V> higherNode(K key) {
        return nearest(key, false, false);
    }

    @Override
    Node<K, V> firstNode() {
        return root == null ? null : leftmost(root);
    }

    @Override
    Node<K, V> lastNode() {
        return root == null ? null : rightmost(root);
    }

    private static <K, V> Node<K, V> leftmost(Node<K, V> node) {
        while (node.left != null) {
            node = node.left;
        }
        return node;
    }

    private static <K, V> Node<K, V> rightmost(Node<K, V> node) {
        while (node.right != null) {
            node = node.right;
        }
        return node;
    }

    @Override
    Node<K, V> after(Node<K, V> node) {
        if (node.right != null) {
            return leftmost(node.right);
        }
        Node<K, V> parent = node.parent;
        while (parent != null && parent.right == node) {
            node = parent;
            parent = node.parent;
        }
        return parent;
    }

    @Override
    Node<K, V> before(Node<K, V> node) {
        if (node.left != null) {
            return rightmost(node.left);
        }
        Node<K, V> parent = node.parent;
        while (parent != null && parent.left == node) {
            node = parent;
            parent = node.parent;
        }
        return parent;
    }

    @Override
    TreeMap<K, V> tree() {
        return this;
    }

    @Override
    boolean ascends() {
        return true;
    }

    @Override
    NavigableMap<K, V> view(TreeView.Bound<K> from, TreeView.Bound<K> to) {
        return new TreeView<K, V>(this, from, to, false);
    }

    @Override
    public NavigableMap<K, V> descendingMap() {
        return new TreeView<K, V>(this, null, null, true);
    }

    @Override
    public Comparator<? super K> comparator() {
        return order;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public boolean containsKey(Object key) {
        return find(key) != null;
    }

    @Override
    public V get(Object key) {
        Node<K, V> node = find(key);
        return node == null ? null : node.value;
    }

    @Override
    public V put(K key, V value) {
        if (order == null) {
            Objects.requireNonNull(key);
        }
        Node<K, V> parent = null;
        Node<K, V> node = root;
        int side = root == null ? compare(key, key) : 0;
        while (node != null) {
            side = compare(key, node.key);
            if (side == 0) {
                V old = node.value;
                node.value = value;
                return old;
            }
            parent = node;
            node = side < 0 ? node.left : node.right;
        }
        node = new Node<K, V>(key, value, parent);
        if (parent == null) {
            root = node;
        } else if (side < 0) {
            parent.left = node;
        } else {
            parent.right = node;
        }
        balance(parent);
        ++size;
        ++changes;
        return null;
    }

    @Override
    public V remove(Object key) {
        Node<K, V> node = find(key);
        if (node == null) {
            return null;
        }
        V value = node.value;
        delete(node);
        return value;
    }

    /** Takes a node out. If it has two children, the next node's key and value move into it. */
    final void delete(Node<K, V> node) {
        if (node.left != null && node.right != null) {
            Node<K, V> next = leftmost(node.right);
            node.key = next.key;
            node.value = next.value;
            node = next;
        }
        replace(node, node.left != null ? node.left : node.right);
        balance(node.parent);
        --size;
        ++changes;
    }

    /** Hangs a node, or null, in the place of another. */
    private void replace(Node<K, V> node, Node<K, V> other) {
        Node<K, V> parent = node.parent;
        if (parent == null) {
            root = other;
        } else if (parent.left == node) {
            parent.left = other;
        } else {
            parent.right = other;
        }
        if (other != null) {
            other.parent = parent;
        }
    }

    private static int height(Node<?, ?> node) {
        return node == null ? 0 : node.height;
    }

    /** Puts heights in order from a node up to the root. */
    private void balance(Node<K, V> node) {
        while (node != null) {
            int left = height(node.left);
            int right = height(node.right);
            int height = node.height;
            if (left > right + 1) {
                if (height(node.left.left) < height(node.left.right)) {
                    rotateLeft(node.left);
                }
                node = rotateRight(node);
            } else if (right > left + 1) {
                if (height(node.right.right) < height(node.right.left)) {
                    rotateRight(node.right);
                }
                node = rotateLeft(node);
            } else {
                node.height = (left > right ? left : right) + 1;
            }
            if (node.height == height) {
                return;
            }
            node = node.parent;
        }
    }

    private static void measure(Node<?, ?> node) {
        int left = height(node.left);
        int right = height(node.right);
        node.height = (left > right ? left : right) + 1;
    }

    /** Lifts the right child of a node above it, which is the result. */
    private Node<K, V> rotateLeft(Node<K, V> node) {
        Node<K, V> top = node.right;
        replace(node, top);
        node.right = top.left;
        if (top.left != null) {
            top.left.parent = node;
        }
        top.left = node;
        node.parent = top;
        measure(node);
        measure(top);
        return top;
    }

    /** Lifts the left child of a node above it, which is the result. */
    private Node<K, V> rotateRight(Node<K, V> node) {
        Node<K, V> top = node.left;
        replace(node, top);
        node.left = top.right;
        if (top.right != null) {
            top.right.parent = node;
        }
        top.right = node;
        node.parent = top;
        measure(node);
        measure(top);
        return top;
    }

    @Override
    public void clear() {
        root = null;
        size = 0;
        ++changes;
    }

    @Override
    public Object clone() {
        return new TreeMap<K, V>((SortedMap<K, V>) this);
    }

    /** A key with its value, in the tree. */
    static final class Node<K, V> implements Map.Entry<K, V> {

        K key;
        V value;
        Node<K, V> parent;
        Node<K, V> left;
        Node<K, V> right;
        int height = 1;

        Node(K key, V value, Node<K, V> parent) {
            this.key = key;
            this.value = value;
            this.parent = parent;
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
}
