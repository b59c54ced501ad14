package java.util;

/** A pile: what came last goes first. */
public class Stack<E> extends Vector<E> {

    /** An empty pile. */
    public Stack() {
    }

    /** Puts an element on top. */
    public E push(E element) {
        addElement(element);
        return element;
    }

    /** Takes the element on top off. */
    public synchronized E pop() {
        E element = peek();
        removeElementAt(size() - 1);
        return element;
    }

    /** The element on top. */
    public synchronized E peek() {
        if (isEmpty()) {
            throw new EmptyStackException();
        }
        return get(size() - 1);
    }

    /** Whether there is nothing. */
    public boolean empty() {
        return isEmpty();
    }

    /** Distance of an element from the top, counted from 1, or -1. */
    public synchronized int search(Object object) {
        int index = lastIndexOf(object);
        return index < 0 ? -1 : size() - index;
    }
}
