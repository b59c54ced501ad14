package java.util;

/** A walk through a collection, as the oldest collections give it. */
public interface Enumeration<E> {

    /** Whether there is a next element. */
    boolean hasMoreElements();

    /** The next element. */
    E nextElement();

    /** The rest of the walk as an iterator. */
    default Iterator<E> asIterator() {
        Enumeration<E> walk = this;
        return new Iterator<E>() {
            @Override
            public boolean hasNext() {
                return walk.hasMoreElements();
            }

            @Override
            public E next() {
                return walk.nextElement();
            }
        };
    }
}
