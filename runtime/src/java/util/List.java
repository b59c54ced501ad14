package java.util;

import java.util.function.UnaryOperator;

/** Elements in a row. */
public interface List<E> extends Collection<E> {

    /** The element at an index. */
    E get(int index);

    /** Puts an element in place of another, which is the result. */
    E set(int index, E element);

    /** Puts an element in before an index. */
    void add(int index, E element);

    @Override
    boolean add(E element);

    /** Puts all elements of a collection in before an index. */
    boolean addAll(int index, Collection<? extends E> other);

    @Override
    boolean addAll(Collection<? extends E> other);

    /** Takes the element at an index out. */
    E remove(int index);

    @Override
    boolean remove(Object object);

    /** Index of the first element equal to an object, or -1. */
    int indexOf(Object object);

    /** Index of the last element equal to an object, or -1. */
    int lastIndexOf(Object object);

    /** A walk in both directions from the beginning. */
    ListIterator<E> listIterator();

    /** A walk in both directions from an index. */
    ListIterator<E> listIterator(int index);

    /** The elements from an index up to another: changes are seen in both lists. */
    List<E> subList(int from, int to);

    /** Puts the elements into order; null is the order of their own. */
    @SuppressWarnings("unchecked")
    default void sort(Comparator<? super E> order) {
        Object[] elements = toArray();
        Arrays.sort(elements, (Comparator<Object>) order);
        ListIterator<E> walk = listIterator();
        for (int i = 0; i < elements.length; ++i) {
            walk.next();
            walk.set((E) elements[i]);
        }
    }

    /** Puts what an operator makes of each element in its place. */
    default void replaceAll(UnaryOperator<E> operator) {
        Objects.requireNonNull(operator);
        for (ListIterator<E> walk = listIterator(); walk.hasNext();) {
            walk.set(operator.apply(walk.next()));
        }
    }

    /** The list without elements, which never changes. */
    static <E> List<E> of() {
        return ImmutableList.make();
    }

    /** A list of one element, not null, that never changes. */
    static <E> List<E> of(E e1) {
        return ImmutableList.make(e1);
    }

    /** A list of elements, none null, that never changes. */
    static <E> List<E> of(E e1, E e2) {
        return ImmutableList.make(e1, e2);
    }

    /** A list of elements, none null, that never changes. */
    static <E> List<E> of(E e1, E e2, E e3) {
        return ImmutableList.make(e1, e2, e3);
    }

    /** A list of elements, none null, that never changes. */
    static <E> List<E> of(E e1, E e2, E e3, E e4) {
        return ImmutableList.make(e1, e2, e3, e4);
    }

    /** A list of elements, none null, that never changes. */
    static <E> List<E> of(E e1, E e2, E e3, E e4, E e5) {
        return ImmutableList.make(e1, e2, e3, e4, e5);
    }

    /** A list of elements, none null, that never changes. */
    static <E> List<E> of(E e1, E e2, E e3, E e4, E e5, E e6) {
        return ImmutableList.make(e1, e2, e3, e4, e5, e6);
    }

    /** A list of elements, none null, that never changes. */
    static <E> List<E> of(E e1, E e2, E e3, E e4, E e5, E e6, E e7) {
        return ImmutableList.make(e1, e2, e3, e4, e5, e6, e7);
    }

    /** A list of elements, none null, that never changes. */
    static <E> List<E> of(E e1, E e2, E e3, E e4, E e5, E e6, E e7, E e8) {
        return ImmutableList.make(e1, e2, e3, e4, e5, e6, e7, e8);
    }

    /** A list of elements, none null, that never changes. */
    static <E> List<E> of(E e1, E e2, E e3, E e4, E e5, E e6, E e7, E e8, E e9) {
        return ImmutableList.make(e1, e2, e3, e4, e5, e6, e7, e8, e9);
    }

    /** A list of elements, none null, that never changes. */
    static <E> List<E> of(E e1, E e2, E e3, E e4, E e5, E e6, E e7, E e8, E e9, E e10) {
        return ImmutableList.make(e1, e2, e3, e4, e5, e6, e7, e8, e9, e10);
    }

    /** A list of elements, none null, that never changes. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    static <E> List<E> of(E... elements) {
        return ImmutableList.make((Object[]) elements.clone());
    }

    /** A list of the elements of a collection that never changes. */
    static <E> List<E> copyOf(Collection<? extends E> other) {
        return ImmutableList.copyOf(other);
    }
}
