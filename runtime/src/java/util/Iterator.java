package java.util;

import java.util.function.Consumer;

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

    /** Gives all elements that are left to an action. */
    default void forEachRemaining(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        while (hasNext()) {
            action.accept(next());
        }
    }
}
