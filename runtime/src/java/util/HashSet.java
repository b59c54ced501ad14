package java.util;

/** A set by hash codes. */
public class HashSet<E> extends AbstractSet<E> implements Cloneable {

    private final HashMap<E, Boolean> map;

    /** An empty set. */
    public HashSet() {
        map = new HashMap<E, Boolean>();
    }

    /** An empty set with room for a number of elements. */
    public HashSet(int capacity) {
        map = new HashMap<E, Boolean>(capacity);
    }

    /** A set of the elements of another collection. */
    public HashSet(Collection<? extends E> other) {
        int capacity = other.size() + (other.size() >> 1);
        map = new HashMap<E, Boolean>(capacity < 16 ? 16 : capacity);
        addAll(other);
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
    public boolean add(E element) {
        return map.put(element, Boolean.TRUE) == null;
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
    public Iterator<E> iterator() {
        return map.keySet().iterator();
    }

    @Override
    public Object clone() {
        return new HashSet<E>(this);
    }
}
