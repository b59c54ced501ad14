package java.lang;

import java.util.Iterator;
import java.util.Objects;
import java.util.function.Consumer;

/** Something that a for statement can walk through. */
public interface Iterable<T> {

    /** A new walk from the beginning. */
    Iterator<T> iterator();

    /** Gives each element to an action. */
    default void forEach(Consumer<? super T> action) {
        Objects.requireNonNull(action);
        for (T element : this) {
            action.accept(element);
        }
    }
}
