package java.util;

/** A set whose elements are in order. */
public interface SortedSet<E> extends Set<E> {

    /** The order, or null for that of the elements. */
    Comparator<? super E> comparator();

    /** The elements from one up to another: changes are seen in both sets. */
    SortedSet<E> subSet(E from, E to);

    /** The elements before one: changes are seen in both sets. */
    SortedSet<E> headSet(E to);

    /** An element and those after it: changes are seen in both sets. */
    SortedSet<E> tailSet(E from);

    /** The smallest element; there must be one. */
    E first();

    /** The largest element; there must be one. */
    E last();
}
