package java.util;

import java.io.Serializable;

/** A list, and a queue with two ends, of elements that know their neighbours: a ring around an empty node. */
public class LinkedList<E> extends AbstractSequentialList<E> implements List<E>, Deque<E>, Cloneable, Serializable {

    private final Node<E> ring = new Node<E>(null);
    private int size;

    /** An empty list. */
    public LinkedList() {
        ring.before = ring;
        ring.after = ring;
    }

    /** A list with the elements of another collection. */
    public LinkedList(Collection<? extends E> other) {
        this();
        addAll(other);
    }

    private void insert(E element, Node<E> behind) {
        Node<E> node = new Node<E>(element);
        Node<E> before = behind.before;
        node.before = before;
        node.after = behind;
        before.after = node;
        behind.before = node;
        ++size;
        ++modCount;
    }

    private E cut(Node<E> node) {
        node.before.after = node.after;
        node.after.before = node.before;
        --size;
        ++modCount;
        return node.element;
    }

    /** The node at an index; the ring itself behind the last. */
    private Node<E> at(int index) {
        Node<E> node = ring;
        if (index < size >> 1) {
            for (int i = 0; i <= index; ++i) {
                node = node.after;
            }
        } else {
            for (int i = size; i > index; --i) {
                node = node.before;
            }
        }
        return node;
    }

    private Node<E> existing(int index) {
        if (index < 0 || index >= size) {
            throw outOfBounds(index);
        }
        return at(index);
    }

    private IndexOutOfBoundsException outOfBounds(int index) {
        return new IndexOutOfBoundsException("Index: " + index + ", Size: " + size);
    }

    private Node<E> find(Object object) {
        for (Node<E> node = ring.after; node != ring; node = node.after) {
            if (Objects.equals(object, node.element)) {
                return node;
            }
        }
        return null;
    }

    private void demand() {
        if (size == 0) {
            throw new NoSuchElementException();
        }
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public E get(int index) {
        return existing(index).element;
    }

    @Override
    public E set(int index, E element) {
        Node<E> node = existing(index);
        E old = node.element;
        node.element = element;
        return old;
    }

    @Override
    public boolean add(E element) {
        insert(element, ring);
        return true;
    }

    @Override
    public void add(int index, E element) {
        if (index < 0 || index > size) {
            throw outOfBounds(index);
        }
        insert(element, at(index));
    }

    @Override
    public boolean addAll(Collection<? extends E> other) {
        return addAll(size, other);
    }

    @Override
    @SuppressWarnings("unchecked")
    public boolean addAll(int index, Collection<? extends E> other) {
        if (index < 0 || index > size) {
            throw outOfBounds(index);
        }
        // A copy, as the other collection may be this one.
        Object[] more = other.toArray();
        Node<E> behind = at(index);
        for (int i = 0; i < more.length; ++i) {
            insert((E) more[i], behind);
        }
        return more.length != 0;
    }

    @Override
    public E remove(int index) {
        return cut(existing(index));
    }

    @Override
    public boolean remove(Object object) {
        return removeFirstOccurrence(object);
    }

    @Override
    public void clear() {
        ring.before = ring;
        ring.after = ring;
        size = 0;
        ++modCount;
    }

    @Override
    public void addFirst(E element) {
        insert(element, ring.after);
    }

    @Override
    public void addLast(E element) {
        insert(element, ring);
    }

    @Override
    public boolean offer(E element) {
        return add(element);
    }

    @Override
    public boolean offerFirst(E element) {
        addFirst(element);
        return true;
    }

    @Override
    public boolean offerLast(E element) {
        return add(element);
    }

    @Override
    public void push(E element) {
        addFirst(element);
    }

    @Override
    public E pollFirst() {
        return size == 0 ? null : cut(ring.after);
    }

    @Override
    public E pollLast() {
        return size == 0 ? null : cut(ring.before);
    }

    @Override
    public E poll() {
        return pollFirst();
    }

    @Override
    public E removeFirst() {
        demand();
        return cut(ring.after);
    }

    @Override
    public E removeLast() {
        demand();
        return cut(ring.before);
    }

    @Override
    public E remove() {
        return removeFirst();
    }

    @Override
    public E pop() {
        return removeFirst();
    }

    @Override
    public E peekFirst() {
        return ring.after.element;
    }

    @Override
    public E peekLast() {
        return ring.before.element;
    }

    @Override
    public E peek() {
        return ring.after.element;
    }

    @Override
    public E getFirst() {
        demand();
        return ring.after.element;
    }

    @Override
    public E getLast() {
        demand();
        return ring.before.element;
    }

    @Override
    public E element() {
        return getFirst();
    }

    @Override
    public boolean removeFirstOccurrence(Object object) {
        Node<E> node = find(object);
        if (node != null) {
            cut(node);
        }
        return node != null;
    }

    @Override
    public boolean removeLastOccurrence(Object object) {
        for (Node<E> node = ring.before; node != ring; node = node.before) {
            if (Objects.equals(object, node.element)) {
                cut(node);
                return true;
            }
        }
        return false;
    }

    @Override
    public ListIterator<E> listIterator(int index) {
        if (index < 0 || index > size) {
            throw outOfBounds(index);
        }
        return new Walk<E>(this, index);
    }

    @Override
    public Iterator<E> descendingIterator() {
        ListIterator<E> walk = listIterator(size);
        return new Iterator<E>() {
            @Override
            public boolean hasNext() {
                return walk.hasPrevious();
            }

            @Override
            public E next() {
                return walk.previous();
            }

            @Override
            public void remove() {
                walk.remove();
            }
        };
    }

    @Override
    public Object clone() {
        return new LinkedList<E>(this);
    }

    private static final class Node<E> {

        private E element;
        private Node<E> before;
        private Node<E> after;

        Node(E element) {
            this.element = element;
        }
    }

    private static final class Walk<E> implements ListIterator<E> {

        private final LinkedList<E> list;
        private int expected;
        private Node<E> next;
        private int index;
        private Node<E> last;

        Walk(LinkedList<E> list, int index) {
            this.list = list;
            this.index = index;
            next = list.at(index);
            expected = list.modCount;
        }

        private void check() {
            if (list.modCount != expected) {
                throw new ConcurrentModificationException();
            }
        }

        private void checkLast() {
            check();
            if (last == null) {
                throw new IllegalStateException();
            }
        }

        @Override
        public boolean hasNext() {
            return index < list.size;
        }

        @Override
        public E next() {
            check();
            if (index >= list.size) {
                throw new NoSuchElementException();
            }
            last = next;
            next = last.after;
            ++index;
            return last.element;
        }

        @Override
        public boolean hasPrevious() {
            return index > 0;
        }

        @Override
        public E previous() {
            check();
            if (index <= 0) {
                throw new NoSuchElementException();
            }
            next = next.before;
            last = next;
            --index;
            return last.element;
        }

        @Override
        public int nextIndex() {
            return index;
        }

        @Override
        public int previousIndex() {
            return index - 1;
        }

        @Override
        public void remove() {
            checkLast();
            if (last == next) {
                next = last.after;
            } else {
                --index;
            }
            list.cut(last);
            last = null;
            expected = list.modCount;
        }

        @Override
        public void set(E element) {
            checkLast();
            last.element = element;
        }

        @Override
        public void add(E element) {
            check();
            list.insert(element, next);
            ++index;
            last = null;
            expected = list.modCount;
        }
    }
}
