package java.util;

/** A set by hash codes that keeps its elements in the order in which they came. */
public class LinkedHashSet<E> extends HashSet<E> {

    /** An empty set. */
    public LinkedHashSet() {
        super(new LinkedHashMap<E, Boolean>());
    }

    /** An empty set with room for a number of elements. */
    public LinkedHashSet(int capacity) {
        super(new LinkedHashMap<E, Boolean>(capacity));
    }

    /** An empty set with room for a number of elements and a load factor. */
    public LinkedHashSet(int capacity, float loadFactor) {
        super(new LinkedHashMap<E, Boolean>(capacity, loadFactor));
    }

    /** A set of the elements of another collection. */
    public LinkedHashSet(Collection<? extends E> other) {
        super(new LinkedHashMap<E, Boolean>(Math.max(2 * other.size(), 11)));
        addAll(other);
    }

    @Override
    public Object clone() {
        return new LinkedHashSet<E>(this);
    }
}
