package java.util;

/** A pile: what came last goes first. */
public class Stack<E> extends Vector<E> {

    /** An empty pile. */
    public Stack() {
    }

    /** Puts an element on top. */
    public E push(E element) {
        add(element);
        return element;
    }

    /** Takes the element on top off. */
    public E pop() {
        E element = peek();
        remove(size() - 1);
        return element;
    }

    /** The element on top. */
    public E peek() {
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
    public int search(Object object) {
        int index = lastIndexOf(object);
        return index < 0 ? -1 : size() - index;
    }
}
