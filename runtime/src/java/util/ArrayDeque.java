package java.util;

import java.io.Serializable;

/** A queue with two ends in a ring. */
public class ArrayDeque<E> extends AbstractCollection<E> implements Deque<E>, Cloneable, Serializable {

    /** The ring; its length is a power of two. */
    private Object[] ring;
    private int first;
    private int size;

    /** An empty queue. */
    public ArrayDeque() {
        ring = new Object[16];
    }

    /** An empty queue with room for a number of elements. */
    public ArrayDeque(int capacity) {
        int length = 1;
        while (length < capacity) {
            length <<= 1;
        }
        ring = new Object[length];
    }

    /** A queue of the elements of another collection. */
    public ArrayDeque(Collection<? extends E> other) {
        this(other.size());
        addAll(other);
    }

    private void makeRoom(E element) {
        if (element == null) {
            throw new NullPointerException();
        }
        if (size == ring.length) {
            Object[] longer = new Object[size << 1];
            System.arraycopy(ring, first, longer, 0, size - first);
            System.arraycopy(ring, 0, longer, size - first, first);
            ring = longer;
            first = 0;
        }
    }

    @SuppressWarnings("unchecked")
    private E at(int index) {
        return (E) ring[first + index & ring.length - 1];
    }

    private E demand(E element) {
        if (element == null) {
            throw new NoSuchElementException();
        }
        return element;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public void addFirst(E element) {
        makeRoom(element);
        first = first - 1 & ring.length - 1;
        ring[first] = element;
        ++size;
    }

    @Override
    public void addLast(E element) {
        makeRoom(element);
        ring[first + size++ & ring.length - 1] = element;
    }

    @Override
    public boolean add(E element) {
        addLast(element);
        return true;
    }

    @Override
    public boolean offer(E element) {
        addLast(element);
        return true;
    }

    @Override
    public boolean offerFirst(E element) {
        addFirst(element);
        return true;
    }

    @Override
    public boolean offerLast(E element) {
        addLast(element);
        return true;
    }

    @Override
    public void push(E element) {
        addFirst(element);
    }

    @Override
    public E pollFirst() {
        if (size == 0) {
            return null;
        }
        E element = at(0);
        ring[first] = null;
        first = first + 1 & ring.length - 1;
        --size;
        return element;
    }

    @Override
    public E pollLast() {
        if (size == 0) {
            return null;
        }
        E element = at(--size);
        ring[first + size & ring.length - 1] = null;
        return element;
    }

    @Override
    public E poll() {
        return pollFirst();
    }

    @Override
    public E remove() {
        return demand(pollFirst());
    }

    @Override
    public E pop() {
        return demand(pollFirst());
    }

    @Override
    public E removeFirst() {
        return demand(pollFirst());
    }

    @Override
    public E removeLast() {
        return demand(pollLast());
    }

    @Override
    public E peekFirst() {
        return size == 0 ? null : at(0);
    }

    @Override
    public E peekLast() {
        return size == 0 ? null : at(size - 1);
    }

    @Override
    public E peek() {
        return peekFirst();
    }

    @Override
    public E element() {
        return demand(peekFirst());
    }

    @Override
    public E getFirst() {
        return demand(peekFirst());
    }

    @Override
    public E getLast() {
        return demand(peekLast());
    }

    @Override
    public void clear() {
        while (size > 0) {
            pollFirst();
        }
    }

    /** Takes out what is at a distance from the front; those behind it move up. */
    private void removeAt(int index) {
        int mask = ring.length - 1;
        for (int i = first + index; i < first + size - 1; ++i) {
            ring[i & mask] = ring[i + 1 & mask];
        }
        pollLast();
    }

    private boolean remove(Object object, int index, int step) {
        for (; object != null && index >= 0 && index < size; index += step) {
            if (Objects.equals(object, at(index))) {
                removeAt(index);
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean remove(Object object) {
        return remove(object, 0, 1);
    }

    @Override
    public boolean removeFirstOccurrence(Object object) {
        return remove(object, 0, 1);
    }

    @Override
    public boolean removeLastOccurrence(Object object) {
        return remove(object, size - 1, -1);
    }

    @Override
    public ArrayDeque<E> clone() {
        return new ArrayDeque<E>(this);
    }

    @Override
    public Iterator<E> iterator() {
        return new Walk<E>(this, 0, 1);
    }

    @Override
    public Iterator<E> descendingIterator() {
        return new Walk<E>(this, size - 1, -1);
    }

    private static final class Walk<E> implements Iterator<E> {

        private final ArrayDeque<E> queue;
        private final int step;
        private int next;
        private int last = -1;
        private int expected;

        Walk(ArrayDeque<E> queue, int start, int step) {
            this.queue = queue;
            this.step = step;
            next = start;
            expected = queue.size;
        }

        @Override
        public boolean hasNext() {
            return next >= 0 && next < expected;
        }

        @Override
        public E next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            if (queue.size != expected) {
                throw new ConcurrentModificationException();
            }
            last = next;
            next += step;
            return queue.at(last);
        }

        @Override
        public void remove() {
            if (last < 0) {
                throw new IllegalStateException();
            }
            queue.removeAt(last);
            next = step > 0 ? last : last - 1;
            last = -1;
            expected = queue.size;
        }
    }
}
