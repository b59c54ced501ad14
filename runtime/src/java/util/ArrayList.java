package java.util;

import java.io.Serializable;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** A list in an array that grows. */
public class ArrayList<E> extends AbstractList<E> implements List<E>, RandomAccess, Cloneable, Serializable {

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

    @Override
    public boolean isEmpty() {
        return size == 0;
    }

    private IndexOutOfBoundsException outOfBounds(int index) {
        return new IndexOutOfBoundsException("Index " + index + " out of bounds for length " + size);
    }

    private void checkPosition(int index) {
        if (index < 0 || index > size) {
            throw new IndexOutOfBoundsException("Index: " + index + ", Size: " + size);
        }
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

    /** Gives up room that is not needed. */
    public void trimToSize() {
        ++modCount;
        elements = Arrays.copyOf(elements, size);
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
        checkPosition(index);
        ++modCount;
        ensureCapacity(size + 1);
        System.arraycopy(elements, index, elements, index + 1, size - index);
        elements[index] = element;
        ++size;
    }

    @Override
    public boolean addAll(Collection<? extends E> other) {
        return addAll(size, other);
    }

    @Override
    public boolean addAll(int index, Collection<? extends E> other) {
        checkPosition(index);
        Object[] more = other.toArray();
        ++modCount;
        ensureCapacity(size + more.length);
        System.arraycopy(elements, index, elements, index + more.length, size - index);
        System.arraycopy(more, 0, elements, index, more.length);
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
    protected void removeRange(int from, int to) {
        if (from > to) {
            throw new IndexOutOfBoundsException("From Index: " + from + " > To Index: " + to);
        }
        ++modCount;
        System.arraycopy(elements, to, elements, from, size - to);
        shrink(size - (to - from));
    }

    private void shrink(int length) {
        while (size > length) {
            elements[--size] = null;
        }
    }

    @Override
    public void clear() {
        ++modCount;
        shrink(0);
    }

    @Override
    public boolean removeAll(Collection<?> other) {
        return keep(Objects.requireNonNull(other), false);
    }

    @Override
    public boolean retainAll(Collection<?> other) {
        return keep(Objects.requireNonNull(other), true);
    }

    private boolean keep(Collection<?> other, boolean contained) {
        int kept = 0;
        for (int i = 0; i < size; ++i) {
            if (other.contains(elements[i]) == contained) {
                elements[kept++] = elements[i];
            }
        }
        return keep(kept);
    }

    private boolean keep(int kept) {
        if (kept == size) {
            return false;
        }
        ++modCount;
        shrink(kept);
        return true;
    }

    @Override
    @SuppressWarnings("unchecked")
    public boolean removeIf(Predicate<? super E> condition) {
        Objects.requireNonNull(condition);
        int expected = modCount;
        // All are asked before the first one goes.
        boolean[] goes = new boolean[size];
        for (int i = 0; i < goes.length && modCount == expected; ++i) {
            goes[i] = condition.test((E) elements[i]);
        }
        check(expected);
        int kept = 0;
        for (int i = 0; i < goes.length; ++i) {
            if (!goes[i]) {
                elements[kept++] = elements[i];
            }
        }
        return keep(kept);
    }

    private void check(int expected) {
        if (modCount != expected) {
            throw new ConcurrentModificationException();
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public void replaceAll(UnaryOperator<E> operator) {
        Objects.requireNonNull(operator);
        int expected = modCount;
        for (int i = 0; i < size && modCount == expected; ++i) {
            elements[i] = operator.apply((E) elements[i]);
        }
        check(expected);
    }

    @Override
    @SuppressWarnings("unchecked")
    public void forEach(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        int expected = modCount;
        for (int i = 0; i < size && modCount == expected; ++i) {
            action.accept((E) elements[i]);
        }
        check(expected);
    }

    @Override
    public int indexOf(Object object) {
        for (int i = 0; i < size; ++i) {
            if (Objects.equals(object, elements[i])) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public int lastIndexOf(Object object) {
        for (int i = size - 1; i >= 0; --i) {
            if (Objects.equals(object, elements[i])) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public Object[] toArray() {
        return Arrays.copyOf(elements, size);
    }

    @Override
    @SuppressWarnings("unchecked")
    public void sort(Comparator<? super E> order) {
        int expected = modCount;
        Arrays.sort(elements, 0, size, (Comparator<Object>) order);
        check(expected);
        ++modCount;
    }

    @Override
    public Object clone() {
        return new ArrayList<E>(this);
    }
}
