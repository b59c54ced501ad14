package java.util.concurrent;

import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.Collection;

/** A queue that waits; its room is limited if asked for. */
public class LinkedBlockingQueue<E> extends WaitingQueue<E> implements Serializable {

    /** A queue without limit. */
    public LinkedBlockingQueue() {
        super(new ArrayDeque<E>(), Integer.MAX_VALUE);
    }

    /** A queue with room for a number of elements. */
    public LinkedBlockingQueue(int capacity) {
        super(new ArrayDeque<E>(), capacity);
        if (capacity <= 0) {
            throw new IllegalArgumentException();
        }
    }

    /** A queue without limit that has the elements of another collection. */
    public LinkedBlockingQueue(Collection<? extends E> other) {
        this();
        elements.addAll(other);
    }
}
