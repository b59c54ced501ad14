package java.util;

import java.io.Serializable;

/** A set by hash codes. */
public class HashSet<E> extends AbstractSet<E> implements Set<E>, Cloneable, Serializable {

    private final HashMap<E, Boolean> map;

    /** An empty set. */
    public HashSet() {
        map = new HashMap<E, Boolean>();
    }

    /** An empty set with room for a number of elements. */
    public HashSet(int capacity) {
        map = new HashMap<E, Boolean>(capacity);
    }

    /** An empty set with room for a number of elements and a load factor. */
    public HashSet(int capacity, float loadFactor) {
        map = new HashMap<E, Boolean>(capacity, loadFactor);
    }

    /** A set of the elements of another collection. */
    public HashSet(Collection<? extends E> other) {
        int capacity = (int) (other.size() / 0.75f) + 1;
        map = new HashMap<E, Boolean>(capacity < 16 ? 16 : capacity);
        addAll(other);
    }

    /** A set of the keys of a map that belongs to it. */
    HashSet(HashMap<E, Boolean> map) {
        this.map = map;
    }

    @Override
    public int size() {
        return map.size();
    }

    @Override
    public boolean isEmpty() {
        return map.size() == 0;
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
    @SuppressWarnings("unchecked")
    public Iterator<E> iterator() {
        return (Iterator<E>) map.walk(AbstractMap.KEYS);
    }

    @Override
    @SuppressWarnings("unchecked")
    public Object clone() {
        return new HashSet<E>((HashMap<E, Boolean>) map.clone());
    }
}
