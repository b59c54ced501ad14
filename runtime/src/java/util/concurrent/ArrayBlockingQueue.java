package java.util.concurrent;

import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.Collection;

/** A queue with limited room that waits. */
public class ArrayBlockingQueue<E> extends WaitingQueue<E> implements Serializable {

    /** A queue with room for a number of elements. */
    public ArrayBlockingQueue(int capacity) {
        this(capacity, false);
    }

    /** A queue with room for a number of elements; threads that wait run by turns in any case. */
    public ArrayBlockingQueue(int capacity, boolean fair) {
        super(new ArrayDeque<E>(check(capacity)), capacity);
    }

    /** A queue with room for a number of elements that has those of another collection. */
    public ArrayBlockingQueue(int capacity, boolean fair, Collection<? extends E> other) {
        this(capacity, fair);
        if (other.size() > capacity) {
            throw new IllegalArgumentException();
        }
        elements.addAll(other);
    }

    private static int check(int capacity) {
        if (capacity <= 0) {
            throw new IllegalArgumentException();
        }
        return capacity;
    }
}
