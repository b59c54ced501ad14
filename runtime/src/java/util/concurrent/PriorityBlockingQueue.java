package java.util.concurrent;

import java.io.Serializable;
import java.util.Collection;
import java.util.Comparator;
import java.util.PriorityQueue;

/** A queue that waits and gives its elements in an order of their own. */
public class PriorityBlockingQueue<E> extends WaitingQueue<E> implements Serializable {

    private final Comparator<? super E> order;

    /** A queue in the order of the elements. */
    public PriorityBlockingQueue() {
        this(11, null);
    }

    /** A queue in the order of the elements, with room for a number of them at first. */
    public PriorityBlockingQueue(int capacity) {
        this(capacity, null);
    }

    /** A queue in a given order, with room for a number of elements at first. */
    public PriorityBlockingQueue(int capacity, Comparator<? super E> order) {
        super(new PriorityQueue<E>(capacity, order), Integer.MAX_VALUE);
        this.order = order;
    }

    /** A queue in the order of the elements, with those of another collection. */
    public PriorityBlockingQueue(Collection<? extends E> other) {
        super(new PriorityQueue<E>(other), Integer.MAX_VALUE);
        order = null;
    }

    /** The order, or null if it is that of the elements. */
    public Comparator<? super E> comparator() {
        return order;
    }

    @Override
    public void put(E element) {
        offer(element);
    }

    @Override
    public boolean offer(E element, long time, TimeUnit unit) {
        return offer(element);
    }
}
