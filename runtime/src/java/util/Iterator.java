package java.util;

/** A walk through a collection. */
public interface Iterator<E> {

    /** Whether there is a next element. */
    boolean hasNext();

    /** The next element. */
    E next();

    /** Takes the last element given out of the collection. */
    default void remove() {
        throw new UnsupportedOperationException("remove");
    }
}
