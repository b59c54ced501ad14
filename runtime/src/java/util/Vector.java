package java.util;

import java.io.Serializable;

/** A list in an array that grows, for several threads: each call holds the monitor. */
public class Vector<E> extends AbstractList<E> implements List<E>, RandomAccess, Cloneable, Serializable {

    /** The elements, and room for more. */
    protected Object[] elementData;

    /** Number of elements. */
    protected int elementCount;

    /** Room that is added when there is none left; doubled if this is not positive. */
    protected int capacityIncrement;

    /** An empty list. */
    public Vector() {
        this(10, 0);
    }

    /** An empty list with room for a number of elements. */
    public Vector(int capacity) {
        this(capacity, 0);
    }

    /** An empty list with room for a number of elements that grows in steps. */
    public Vector(int capacity, int increment) {
        if (capacity < 0) {
            throw new IllegalArgumentException("Illegal Capacity: " + capacity);
        }
        elementData = new Object[capacity];
        capacityIncrement = increment;
    }

    /** A list with the elements of another collection. */
    public Vector(Collection<? extends E> other) {
        elementData = other.toArray();
        elementCount = elementData.length;
    }

    private void demand(int index) {
        if (index < 0) {
            throw new ArrayIndexOutOfBoundsException(
                    "Index " + index + " out of bounds for length " + elementData.length);
        }
        if (index >= elementCount) {
            throw new ArrayIndexOutOfBoundsException("Array index out of range: " + index);
        }
    }

    private void demandElement(int index) {
        if (index >= elementCount) {
            throw new ArrayIndexOutOfBoundsException(index + " >= " + elementCount);
        }
        if (index < 0) {
            throw new ArrayIndexOutOfBoundsException("Array index out of range: " + index);
        }
    }

    @Override
    public synchronized int size() {
        return elementCount;
    }

    @Override
    public synchronized boolean isEmpty() {
        return elementCount == 0;
    }

    /** Number of elements there is room for. */
    public synchronized int capacity() {
        return elementData.length;
    }

    /** Makes room for a number of elements. */
    public synchronized void ensureCapacity(int capacity) {
        if (capacity > elementData.length) {
            int length = elementData.length;
            int longer = length + (capacityIncrement > 0 ? capacityIncrement : length);
            elementData = Arrays.copyOf(elementData, longer < capacity ? capacity : longer);
        }
    }

    /** Gives up room that is not needed. */
    public synchronized void trimToSize() {
        ++modCount;
        elementData = Arrays.copyOf(elementData, elementCount);
    }

    /** Cuts the list, or fills it up with null. */
    public synchronized void setSize(int size) {
        if (size < 0) {
            throw new ArrayIndexOutOfBoundsException(size);
        }
        ++modCount;
        ensureCapacity(size);
        shrink(size);
        elementCount = size;
    }

    private void shrink(int size) {
        while (elementCount > size) {
            elementData[--elementCount] = null;
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public synchronized E get(int index) {
        demand(index);
        return (E) elementData[index];
    }

    @Override
    @SuppressWarnings("unchecked")
    public synchronized E set(int index, E element) {
        demand(index);
        E old = (E) elementData[index];
        elementData[index] = element;
        return old;
    }

    @Override
    public synchronized boolean add(E element) {
        ++modCount;
        ensureCapacity(elementCount + 1);
        elementData[elementCount++] = element;
        return true;
    }

    @Override
    public void add(int index, E element) {
        insertElementAt(element, index);
    }

    @Override
    public synchronized boolean addAll(Collection<? extends E> other) {
        return addAll(elementCount, other);
    }

    @Override
    public synchronized boolean addAll(int index, Collection<? extends E> other) {
        if (index < 0 || index > elementCount) {
            throw new ArrayIndexOutOfBoundsException(index);
        }
        Object[] more = other.toArray();
        ++modCount;
        ensureCapacity(elementCount + more.length);
        System.arraycopy(elementData, index, elementData, index + more.length, elementCount - index);
        System.arraycopy(more, 0, elementData, index, more.length);
        elementCount += more.length;
        return more.length != 0;
    }

    @Override
    public synchronized E remove(int index) {
        E old = get(index);
        removeRange(index, index + 1);
        return old;
    }

    @Override
    public boolean remove(Object object) {
        return removeElement(object);
    }

    @Override
    protected synchronized void removeRange(int from, int to) {
        ++modCount;
        System.arraycopy(elementData, to, elementData, from, elementCount - to);
        shrink(elementCount - (to - from));
    }

    @Override
    public void clear() {
        removeAllElements();
    }

    /** Copies the elements into an array. */
    public synchronized void copyInto(Object[] array) {
        System.arraycopy(elementData, 0, array, 0, elementCount);
    }

    /** Puts an element in at the end. */
    public synchronized void addElement(E element) {
        add(element);
    }

    /** Puts an element in before an index. */
    public synchronized void insertElementAt(E element, int index) {
        if (index > elementCount) {
            throw new ArrayIndexOutOfBoundsException(index + " > " + elementCount);
        }
        ++modCount;
        ensureCapacity(elementCount + 1);
        System.arraycopy(elementData, index, elementData, index + 1, elementCount - index);
        elementData[index] = element;
        ++elementCount;
    }

    /** Puts an element in place of another. */
    public synchronized void setElementAt(E element, int index) {
        demandElement(index);
        elementData[index] = element;
    }

    /** Takes one element that is equal to an object out. */
    public synchronized boolean removeElement(Object object) {
        int index = indexOf(object);
        if (index >= 0) {
            removeRange(index, index + 1);
        }
        return index >= 0;
    }

    /** Takes the element at an index out. */
    public synchronized void removeElementAt(int index) {
        demandElement(index);
        removeRange(index, index + 1);
    }

    /** Takes all elements out. */
    public synchronized void removeAllElements() {
        ++modCount;
        shrink(0);
    }

    /** The element at an index. */
    @SuppressWarnings("unchecked")
    public synchronized E elementAt(int index) {
        demandElement(index);
        return (E) elementData[index];
    }

    /** The first element. */
    public synchronized E firstElement() {
        demandAny();
        return get(0);
    }

    /** The last element. */
    public synchronized E lastElement() {
        demandAny();
        return get(elementCount - 1);
    }

    private void demandAny() {
        if (elementCount == 0) {
            throw new NoSuchElementException();
        }
    }

    @Override
    public int indexOf(Object object) {
        return indexOf(object, 0);
    }

    /** Index of the first element equal to an object, not before an index, or -1. */
    public synchronized int indexOf(Object object, int from) {
        for (int i = from; i < elementCount; ++i) {
            if (Objects.equals(object, elementData[i])) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public synchronized int lastIndexOf(Object object) {
        return lastIndexOf(object, elementCount - 1);
    }

    /** Index of the last element equal to an object, not behind an index, or -1. */
    public synchronized int lastIndexOf(Object object, int from) {
        if (from >= elementCount) {
            throw new IndexOutOfBoundsException(from + " >= " + elementCount);
        }
        for (int i = from; i >= 0; --i) {
            if (Objects.equals(object, elementData[i])) {
                return i;
            }
        }
        return -1;
    }

    /** A walk. */
    public Enumeration<E> elements() {
        Vector<E> list = this;
        return new Enumeration<E>() {
            private int next;

            @Override
            public boolean hasMoreElements() {
                return next < list.elementCount;
            }

            @Override
            public E nextElement() {
                if (next >= list.elementCount) {
                    throw new NoSuchElementException("Vector Enumeration");
                }
                return list.get(next++);
            }
        };
    }

    @Override
    public synchronized Object[] toArray() {
        return Arrays.copyOf(elementData, elementCount);
    }

    @Override
    @SuppressWarnings("unchecked")
    public synchronized void sort(Comparator<? super E> order) {
        Arrays.sort(elementData, 0, elementCount, (Comparator<Object>) order);
        ++modCount;
    }

    @Override
    public synchronized Object clone() {
        return new Vector<E>(this);
    }
}
