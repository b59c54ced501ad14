package java.util;

import java.io.Serializable;

/** A queue whose first element is always the smallest: a heap in an array. */
public class PriorityQueue<E> extends AbstractQueue<E> implements Serializable {

    private Object[] heap;
    private int size;
    private final Comparator<? super E> order;
    private int changes;

    /** An empty queue in the order of the elements. */
    public PriorityQueue() {
        this(11, null);
    }

    /** An empty queue with room for a number of elements. */
    public PriorityQueue(int capacity) {
        this(capacity, null);
    }

    /** An empty queue in an order. */
    public PriorityQueue(Comparator<? super E> order) {
        this(11, order);
    }

    /** An empty queue in an order with room for a number of elements. */
    public PriorityQueue(int capacity, Comparator<? super E> order) {
        if (capacity < 1) {
            throw new IllegalArgumentException();
        }
        heap = new Object[capacity];
        this.order = order;
    }

    /** A queue of the elements of another collection, in its order if it has one. */
    @SuppressWarnings("unchecked")
    public PriorityQueue(Collection<? extends E> other) {
        if (other instanceof SortedSet) {
            order = (Comparator<? super E>) ((SortedSet<? extends E>) other).comparator();
        } else if (other instanceof PriorityQueue) {
            order = (Comparator<? super E>) ((PriorityQueue<? extends E>) other).comparator();
        } else {
            order = null;
        }
        take(other);
    }

    /** A queue of the elements of another one, in its order. */
    @SuppressWarnings("unchecked")
    public PriorityQueue(PriorityQueue<? extends E> other) {
        order = (Comparator<? super E>) other.comparator();
        take(other);
    }

    /** A queue of the elements of a set, in its order. */
    @SuppressWarnings("unchecked")
    public PriorityQueue(SortedSet<? extends E> other) {
        order = (Comparator<? super E>) other.comparator();
        take(other);
    }

    @SuppressWarnings("unchecked")
    private void take(Collection<? extends E> other) {
        Object[] elements = other.toArray();
        for (int i = 0; i < elements.length; ++i) {
            Objects.requireNonNull(elements[i]);
        }
        size = elements.length;
        heap = size == 0 ? new Object[1] : elements;
        for (int i = (size >> 1) - 1; i >= 0; --i) {
            sink(i, (E) heap[i]);
        }
    }

    @SuppressWarnings("unchecked")
    private int compare(Object a, Object b) {
        return order != null ? order.compare((E) a, (E) b) : ((Comparable<Object>) a).compareTo(b);
    }

    /** Finds a place for an element at an index or above. */
    private void rise(int index, E element) {
        while (index > 0) {
            int parent = index - 1 >> 1;
            if (compare(element, heap[parent]) >= 0) {
                break;
            }
            heap[index] = heap[parent];
            index = parent;
        }
        heap[index] = element;
    }

    /** Finds a place for an element at an index or below. */
    private void sink(int index, E element) {
        int child = (index << 1) + 1;
        while (child < size) {
            if (child + 1 < size && compare(heap[child], heap[child + 1]) > 0) {
                ++child;
            }
            if (compare(element, heap[child]) <= 0) {
                break;
            }
            heap[index] = heap[child];
            index = child;
            child = (index << 1) + 1;
        }
        heap[index] = element;
    }

    /** Takes out what is at an index; whether the element that took its place came before the index. */
    @SuppressWarnings("unchecked")
    private boolean removeAt(int index) {
        ++changes;
        E last = (E) heap[--size];
        heap[size] = null;
        if (index == size) {
            return false;
        }
        sink(index, last);
        if (heap[index] == last) {
            rise(index, last);
            return heap[index] != last;
        }
        return false;
    }

    @Override
    public int size() {
        return size;
    }

    /** The order, or null for that of the elements. */
    public Comparator<? super E> comparator() {
        return order;
    }

    @Override
    public boolean add(E element) {
        return offer(element);
    }

    @Override
    public boolean offer(E element) {
        Objects.requireNonNull(element);
        ++changes;
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, (size << 1) + 2);
        }
        if (size == 0) {
            // The only element must have an order, too.
            compare(element, element);
        }
        rise(size++, element);
        return true;
    }

    @Override
    @SuppressWarnings("unchecked")
    public E peek() {
        return (E) heap[0];
    }

    @Override
    public E poll() {
        E first = peek();
        if (first != null) {
            removeAt(0);
        }
        return first;
    }

    private int indexOf(Object object) {
        if (object != null) {
            for (int i = 0; i < size; ++i) {
                if (Objects.equals(object, heap[i])) {
                    return i;
                }
            }
        }
        return -1;
    }

    @Override
    public boolean contains(Object object) {
        return indexOf(object) >= 0;
    }

    @Override
    public boolean remove(Object object) {
        int index = indexOf(object);
        if (index >= 0) {
            removeAt(index);
        }
        return index >= 0;
    }

    @Override
    public void clear() {
        ++changes;
        while (size > 0) {
            heap[--size] = null;
        }
    }

    @Override
    public Object[] toArray() {
        return Arrays.copyOf(heap, size);
    }

    @Override
    public Iterator<E> iterator() {
        return new Walk<E>(this);
    }

    /** A walk through the array; what a removal moves before it comes at the end. */
    private static final class Walk<E> implements Iterator<E> {

        private final PriorityQueue<E> queue;
        private int expected;
        private int next;
        private Object last;
        private boolean lastWasMissed;
        private ArrayDeque<Object> missed;

        Walk(PriorityQueue<E> queue) {
            this.queue = queue;
            expected = queue.changes;
        }

        private void check() {
            if (queue.changes != expected) {
                throw new ConcurrentModificationException();
            }
        }

        @Override
        public boolean hasNext() {
            return next < queue.size || missed != null && !missed.isEmpty();
        }

        @Override
        @SuppressWarnings("unchecked")
        public E next() {
            check();
            lastWasMissed = next >= queue.size;
            if (!lastWasMissed) {
                last = queue.heap[next++];
            } else if (missed == null || missed.isEmpty()) {
                throw new NoSuchElementException();
            } else {
                last = missed.poll();
            }
            return (E) last;
        }

        @Override
        public void remove() {
            check();
            if (last == null) {
                throw new IllegalStateException();
            }
            if (lastWasMissed) {
                int index = 0;
                while (queue.heap[index] != last) {
                    ++index;
                }
                queue.removeAt(index);
            } else {
                Object moved = queue.heap[queue.size - 1];
                if (queue.removeAt(--next)) {
                    if (missed == null) {
                        missed = new ArrayDeque<Object>();
                    }
                    missed.add(moved);
                    ++next;
                }
            }
            last = null;
            expected = queue.changes;
        }
    }
}
