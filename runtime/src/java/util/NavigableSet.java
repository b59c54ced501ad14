package java.util;

/** A set in order that finds neighbours. */
public interface NavigableSet<E> extends SortedSet<E> {

    /** The largest element that is smaller, or null. */
    E lower(E element);

    /** The largest element that is not larger, or null. */
    E floor(E element);

    /** The smallest element that is not smaller, or null. */
    E ceiling(E element);

    /** The smallest element that is larger, or null. */
    E higher(E element);

    /** Takes the smallest element out, or gives null. */
    E pollFirst();

    /** Takes the largest element out, or gives null. */
    E pollLast();

    /** The elements in the other order: changes are seen in both sets. */
    NavigableSet<E> descendingSet();

    /** A walk from the largest element to the smallest. */
    Iterator<E> descendingIterator();

    /** The elements between two, with or without these: changes are seen in both sets. */
    NavigableSet<E> subSet(E from, boolean fromToo, E to, boolean toToo);

    /** The elements before one, with or without it: changes are seen in both sets. */
    NavigableSet<E> headSet(E to, boolean toToo);

    /** The elements after one, with or without it: changes are seen in both sets. */
    NavigableSet<E> tailSet(E from, boolean fromToo);

    @Override
    SortedSet<E> subSet(E from, E to);

    @Override
    SortedSet<E> headSet(E to);

    @Override
    SortedSet<E> tailSet(E from);
}
