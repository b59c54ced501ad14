package java.util;

import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.Sources;
import java.util.stream.Stream;

/** A group of elements. */
public interface Collection<E> extends Iterable<E> {

    /** Number of elements. */
    int size();

    /** Whether there are no elements. */
    boolean isEmpty();

    /** Whether an element is equal to an object. */
    boolean contains(Object object);

    @Override
    Iterator<E> iterator();

    /** Puts an element in; whether this changed anything. */
    boolean add(E element);

    /** Takes one element that is equal to an object out; whether there was one. */
    boolean remove(Object object);

    /** Puts all elements of another collection in. */
    boolean addAll(Collection<? extends E> other);

    /** Whether all elements of another collection are here, too. */
    boolean containsAll(Collection<?> other);

    /** Takes all elements that another collection has out. */
    boolean removeAll(Collection<?> other);

    /** Takes all elements that another collection does not have out. */
    boolean retainAll(Collection<?> other);

    /** Takes all elements out that a condition picks. */
    default boolean removeIf(Predicate<? super E> condition) {
        Objects.requireNonNull(condition);
        boolean changed = false;
        for (Iterator<E> i = iterator(); i.hasNext();) {
            if (condition.test(i.next())) {
                i.remove();
                changed = true;
            }
        }
        return changed;
    }

    /** Takes all elements out. */
    void clear();

    /** The elements in a new array. */
    Object[] toArray();

    /** The elements in the array given, or in a longer one of its type. */
    <T> T[] toArray(T[] array);

    /** The elements in an array that a function makes. */
    default <T> T[] toArray(IntFunction<T[]> maker) {
        return toArray(maker.apply(0));
    }

    /** Whether this is the same collection, or one that counts as equal. */
    @Override
    boolean equals(Object other);

    /** A number that equal collections share. */
    @Override
    int hashCode();

    /** The elements as a stream. */
    default Stream<E> stream() {
        return Sources.stream(this);
    }

    /** The elements as a stream; there is one thread. */
    default Stream<E> parallelStream() {
        return Sources.stream(this);
    }
}
