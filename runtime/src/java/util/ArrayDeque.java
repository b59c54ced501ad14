package java.util;

/** A queue with two ends in a ring. */
public class ArrayDeque<E> extends AbstractCollection<E> implements Deque<E> {

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

    @Override
    public Iterator<E> iterator() {
        return new Walk<E>(this);
    }

    private static final class Walk<E> implements Iterator<E> {

        private final ArrayDeque<E> queue;
        private int next;

        Walk(ArrayDeque<E> queue) {
            this.queue = queue;
        }

        @Override
        public boolean hasNext() {
            return next < queue.size;
        }

        @Override
        public E next() {
            if (next >= queue.size) {
                throw new NoSuchElementException();
            }
            return queue.at(next++);
        }
    }
}
