package java.util;

/** A map by hash codes that keeps its keys in the order in which they came, or in that of their last use. */
public class LinkedHashMap<K, V> extends HashMap<K, V> {

    private Link<K, V> first;
    private Link<K, V> last;
    private final boolean byUse;

    /** An empty map. */
    public LinkedHashMap() {
        byUse = false;
    }

    /** An empty map with room for a number of keys. */
    public LinkedHashMap(int capacity) {
        super(capacity);
        byUse = false;
    }

    /** An empty map with room for a number of keys and a load factor. */
    public LinkedHashMap(int capacity, float loadFactor) {
        super(capacity, loadFactor);
        byUse = false;
    }

    /** An empty map that, if asked to, puts each key that is used at the end. */
    public LinkedHashMap(int capacity, float loadFactor, boolean byUse) {
        super(capacity, loadFactor);
        this.byUse = byUse;
    }

    /** A map with all that another one has. */
    public LinkedHashMap(Map<? extends K, ? extends V> other) {
        byUse = false;
        putAll(other);
    }

    /** Whether the oldest key is to go, asked whenever a key came in. */
    protected boolean removeEldestEntry(Map.Entry<K, V> oldest) {
        return false;
    }

    @Override
    Node<K, V> newNode(int hash, K key, V value) {
        return new Link<K, V>(hash, key, value);
    }

    private void append(Link<K, V> link) {
        link.before = last;
        link.after = null;
        if (last == null) {
            first = link;
        } else {
            last.after = link;
        }
        last = link;
    }

    private void cut(Link<K, V> link) {
        if (link.before == null) {
            first = link.after;
        } else {
            link.before.after = link.after;
        }
        if (link.after == null) {
            last = link.before;
        } else {
            link.after.before = link.before;
        }
    }

    @Override
    void added(Node<K, V> node) {
        append((Link<K, V>) node);
        if (removeEldestEntry(first)) {
            remove(first.key);
        }
    }

    @Override
    void removed(Node<K, V> node) {
        cut((Link<K, V>) node);
    }

    @Override
    void touched(Node<K, V> node) {
        if (byUse && node != last) {
            cut((Link<K, V>) node);
            append((Link<K, V>) node);
            changed();
        }
    }

    @Override
    Node<K, V> first() {
        return first;
    }

    @Override
    Node<K, V> after(Node<K, V> node) {
        return ((Link<K, V>) node).after;
    }

    @Override
    public void clear() {
        super.clear();
        first = null;
        last = null;
    }

    @Override
    public Object clone() {
        LinkedHashMap<K, V> copy = new LinkedHashMap<K, V>(16, 0.75f, byUse);
        copy.putAll(this);
        return copy;
    }

    /** A node that knows its neighbours in the order of the map. */
    private static final class Link<K, V> extends Node<K, V> {

        private Link<K, V> before;
        private Link<K, V> after;

        Link(int hash, K key, V value) {
            super(hash, key, value);
        }
    }
}
