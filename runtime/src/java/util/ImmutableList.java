package java.util;

import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** The lists of {@link List#of()}: nothing is null, nothing changes. */
final class ImmutableList<E> extends AbstractList<E> implements RandomAccess {

    private final Object[] elements;

    private ImmutableList(Object[] elements) {
        this.elements = elements;
        for (int i = 0; i < elements.length; ++i) {
            Objects.requireNonNull(elements[i]);
        }
    }

    /** A list of elements; the array is the list's. */
    static <E> List<E> make(Object... elements) {
        return new ImmutableList<E>(elements);
    }

    @SuppressWarnings("unchecked")
    static <E> List<E> copyOf(Collection<? extends E> other) {
        return other instanceof ImmutableList ? (List<E>) other : new ImmutableList<E>(other.toArray());
    }

    @Override
    public int size() {
        return elements.length;
    }

    @Override
    @SuppressWarnings("unchecked")
    public E get(int index) {
        if (index < 0 || index >= elements.length) {
            throw new ArrayIndexOutOfBoundsException(
                    "Index " + index + " out of bounds for length " + elements.length);
        }
        return (E) elements[index];
    }

    @Override
    public int indexOf(Object object) {
        return super.indexOf(Objects.requireNonNull(object));
    }

    @Override
    public int lastIndexOf(Object object) {
        return super.lastIndexOf(Objects.requireNonNull(object));
    }

    @Override
    public List<E> subList(int from, int to) {
        return Collections.unmodifiableList(super.subList(from, to));
    }

    @Override
    public Iterator<E> iterator() {
        return Unmodifiable.walk(super.iterator());
    }

    private static UnsupportedOperationException refuse() {
        return new UnsupportedOperationException();
    }

    @Override
    public boolean add(E element) {
        throw refuse();
    }

    @Override
    public boolean addAll(Collection<? extends E> other) {
        throw refuse();
    }

    @Override
    public boolean addAll(int index, Collection<? extends E> other) {
        throw refuse();
    }

    @Override
    public boolean remove(Object object) {
        throw refuse();
    }

    @Override
    public boolean removeAll(Collection<?> other) {
        throw refuse();
    }

    @Override
    public boolean retainAll(Collection<?> other) {
        throw refuse();
    }

    @Override
    public boolean removeIf(Predicate<? super E> condition) {
        throw refuse();
    }

    @Override
    public void replaceAll(UnaryOperator<E> operator) {
        throw refuse();
    }

    @Override
    public void sort(Comparator<? super E> order) {
        throw refuse();
    }

    @Override
    public void clear() {
        throw refuse();
    }
}
