package java.util;

/** A list for several threads: each call holds the monitor. */
public class Vector<E> extends ArrayList<E> {

    /** An empty list. */
    public Vector() {
    }

    /** An empty list with room for a number of elements. */
    public Vector(int capacity) {
        super(capacity);
    }

    @Override
    public synchronized E get(int index) {
        if (index < 0 || index >= size()) {
            throw new ArrayIndexOutOfBoundsException(
                    index < 0 ? "Index " + index + " out of bounds for length " + size()
                            : "Array index out of range: " + index);
        }
        return super.get(index);
    }

    @Override
    public synchronized boolean add(E element) {
        return super.add(element);
    }

    @Override
    public synchronized E remove(int index) {
        return super.remove(index);
    }

    /** Puts an element in at the end. */
    public void addElement(E element) {
        add(element);
    }

    /** Takes one element that is equal to an object out. */
    public boolean removeElement(Object object) {
        return remove(object);
    }

    /** Takes the element at an index out. */
    public void removeElementAt(int index) {
        remove(index);
    }

    /** Takes all elements out. */
    public void removeAllElements() {
        clear();
    }

    /** The element at an index. */
    public E elementAt(int index) {
        return get(index);
    }

    /** The first element. */
    public E firstElement() {
        if (isEmpty()) {
            throw new NoSuchElementException();
        }
        return get(0);
    }

    /** The last element. */
    public E lastElement() {
        if (isEmpty()) {
            throw new NoSuchElementException();
        }
        return get(size() - 1);
    }
}
