package java.util;

/** A list in an array that grows. */
public class ArrayList<E> extends AbstractList<E> implements Cloneable {

    private Object[] elements;
    private int size;

    /** An empty list. */
    public ArrayList() {
        elements = new Object[10];
    }

    /** An empty list with room for a number of elements. */
    public ArrayList(int capacity) {
        if (capacity < 0) {
            throw new IllegalArgumentException("Illegal Capacity: " + capacity);
        }
        elements = new Object[capacity];
    }

    /** A list with the elements of another collection. */
    public ArrayList(Collection<? extends E> other) {
        elements = other.toArray();
        size = elements.length;
    }

    @Override
    public int size() {
        return size;
    }

    private IndexOutOfBoundsException outOfBounds(int index) {
        return new IndexOutOfBoundsException("Index " + index + " out of bounds for length " + size);
    }

    @Override
    @SuppressWarnings("unchecked")
    public E get(int index) {
        if (index < 0 || index >= size) {
            throw outOfBounds(index);
        }
        return (E) elements[index];
    }

    @Override
    @SuppressWarnings("unchecked")
    public E set(int index, E element) {
        if (index < 0 || index >= size) {
            throw outOfBounds(index);
        }
        E old = (E) elements[index];
        elements[index] = element;
        return old;
    }

    /** Makes room for a number of elements. */
    public void ensureCapacity(int capacity) {
        if (capacity > elements.length) {
            int longer = elements.length + (elements.length >> 1) + 1;
            elements = Arrays.copyOf(elements, longer < capacity ? capacity : longer);
        }
    }

    @Override
    public boolean add(E element) {
        ++modCount;
        if (size == elements.length) {
            ensureCapacity(size + 1);
        }
        elements[size++] = element;
        return true;
    }

    @Override
    public void add(int index, E element) {
        if (index < 0 || index > size) {
            throw new IndexOutOfBoundsException("Index: " + index + ", Size: " + size);
        }
        ++modCount;
        ensureCapacity(size + 1);
        System.arraycopy(elements, index, elements, index + 1, size - index);
        elements[index] = element;
        ++size;
    }

    @Override
    public boolean addAll(Collection<? extends E> other) {
        Object[] more = other.toArray();
        ++modCount;
        ensureCapacity(size + more.length);
        System.arraycopy(more, 0, elements, size, more.length);
        size += more.length;
        return more.length != 0;
    }

    @Override
    public E remove(int index) {
        E old = get(index);
        ++modCount;
        System.arraycopy(elements, index + 1, elements, index, size - index - 1);
        elements[--size] = null;
        return old;
    }

    @Override
    public boolean remove(Object object) {
        int index = indexOf(object);
        if (index >= 0) {
            remove(index);
        }
        return index >= 0;
    }

    @Override
    public void clear() {
        ++modCount;
        while (size > 0) {
            elements[--size] = null;
        }
    }

    @Override
    public Object[] toArray() {
        return Arrays.copyOf(elements, size);
    }

    @Override
    @SuppressWarnings("unchecked")
    public void sort(Comparator<? super E> order) {
        ++modCount;
        Arrays.sort(elements, 0, size, (Comparator<Object>) order);
    }

    @Override
    public Object clone() {
        return new ArrayList<E>(this);
    }
}
