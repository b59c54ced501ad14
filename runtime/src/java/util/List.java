package java.util;

/** Elements in a row. */
public interface List<E> extends Collection<E> {

    /** The element at an index. */
    E get(int index);

    /** Puts an element in place of another, which is the result. */
    E set(int index, E element);

    /** Puts an element in before an index. */
    void add(int index, E element);

    /** Takes the element at an index out. */
    E remove(int index);

    /** Index of the first element equal to an object, or -1. */
    int indexOf(Object object);

    /** Index of the last element equal to an object, or -1. */
    int lastIndexOf(Object object);

    /** Puts the elements into order; null is the order of their own. */
    @SuppressWarnings("unchecked")
    default void sort(Comparator<? super E> order) {
        Object[] elements = toArray();
        Arrays.sort(elements, (Comparator<Object>) order);
        for (int i = 0; i < elements.length; ++i) {
            set(i, (E) elements[i]);
        }
    }
}
