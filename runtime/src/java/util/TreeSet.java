package java.util;

import java.io.Serializable;

/** A set whose elements are in order: the keys of a {@link TreeMap} or of a part of one. */
public class TreeSet<E> extends TreeKeys<E> implements NavigableSet<E>, Cloneable, Serializable {

    /** An empty set in the order of the elements. */
    public TreeSet() {
        super(new TreeMap<E, Boolean>());
    }

    /** An empty set in an order. */
    public TreeSet(Comparator<? super E> order) {
        super(new TreeMap<E, Boolean>(order));
    }

    /** A set of the elements of another collection, in their order. */
    public TreeSet(Collection<? extends E> other) {
        this();
        addAll(other);
    }

    /** A set of the elements of another one, in its order. */
    public TreeSet(SortedSet<E> other) {
        super(new TreeMap<E, Boolean>(other.comparator()));
        addAll(other);
    }

    private TreeSet(Navigation<E, ?> map) {
        super(map);
    }

    @Override
    NavigableSet<E> of(NavigableMap<E, ?> other) {
        return new TreeSet<E>((Navigation<E, ?>) other);
    }

    @Override
    @SuppressWarnings("unchecked")
    public boolean add(E element) {
        int changes = map.tree().changes;
        ((Navigation<E, Boolean>) map).put(element, Boolean.TRUE);
        return map.tree().changes != changes;
    }

    @Override
    public Object clone() {
        return new TreeSet<E>((SortedSet<E>) this);
    }
}
