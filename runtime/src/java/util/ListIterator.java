package java.util;

/** A walk through a list in both directions; it stands between two elements. */
public interface ListIterator<E> extends Iterator<E> {

    @Override
    boolean hasNext();

    @Override
    E next();

    /** Whether there is an element before. */
    boolean hasPrevious();

    /** The element before. */
    E previous();

    /** Index of the next element. */
    int nextIndex();

    /** Index of the element before. */
    int previousIndex();

    @Override
    void remove();

    /** Puts an element in place of the last one given. */
    void set(E element);

    /** Puts an element in, before the next one. */
    void add(E element);
}
