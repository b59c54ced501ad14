package java.util.concurrent;

import java.util.Collection;
import java.util.Queue;

/** A queue that waits for elements and for room. */
public interface BlockingQueue<E> extends Queue<E> {

    /** Puts an element in; there must be room. */
    @Override
    boolean add(E element);

    /** Puts an element in if there is room. */
    @Override
    boolean offer(E element);

    /** Waits for room and puts an element in. */
    void put(E element) throws InterruptedException;

    /** Waits for room for some time and puts an element in; whether there was room. */
    boolean offer(E element, long time, TimeUnit unit) throws InterruptedException;

    /** Waits for an element and takes it out. */
    E take() throws InterruptedException;

    /** Waits for an element for some time and takes it out, or gives null. */
    E poll(long time, TimeUnit unit) throws InterruptedException;

    /** Number of elements for which there is room. */
    int remainingCapacity();

    /** Moves all elements to another collection; gives their number. */
    int drainTo(Collection<? super E> other);

    /** Moves elements to another collection, not more than a number; gives how many. */
    int drainTo(Collection<? super E> other, int most);
}
