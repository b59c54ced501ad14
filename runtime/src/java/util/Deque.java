package java.util;

/** A queue with two ends. */
public interface Deque<E> extends Queue<E> {

    /** Puts an element in at the front. */
    void addFirst(E element);

    /** Puts an element in at the back. */
    void addLast(E element);

    /** Puts an element in at the front, if there is room. */
    boolean offerFirst(E element);

    /** Puts an element in at the back, if there is room. */
    boolean offerLast(E element);

    /** Takes the element at the front out; there must be one. */
    E removeFirst();

    /** Takes the element at the back out; there must be one. */
    E removeLast();

    /** Takes the element at the front out, or gives null. */
    E pollFirst();

    /** Takes the element at the back out, or gives null. */
    E pollLast();

    /** The element at the front; there must be one. */
    E getFirst();

    /** The element at the back; there must be one. */
    E getLast();

    /** The element at the front, or null. */
    E peekFirst();

    /** The element at the back, or null. */
    E peekLast();

    /** Takes the first element that is equal to an object out. */
    boolean removeFirstOccurrence(Object object);

    /** Takes the last element that is equal to an object out. */
    boolean removeLastOccurrence(Object object);

    /** Puts an element in at the front. */
    void push(E element);

    /** Takes the element at the front out; there must be one. */
    E pop();

    /** A walk from the back to the front. */
    Iterator<E> descendingIterator();
}
