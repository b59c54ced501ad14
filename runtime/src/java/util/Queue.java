package java.util;

/** Elements that wait for their turn. */
public interface Queue<E> extends Collection<E> {

    /** Puts an element in. */
    boolean offer(E element);

    /** Takes the first element out; there must be one. */
    E remove();

    /** Takes the first element out, or gives null. */
    E poll();

    /** The first element; there must be one. */
    E element();

    /** The first element, or null. */
    E peek();
}
