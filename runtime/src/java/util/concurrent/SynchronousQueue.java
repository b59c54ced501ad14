package java.util.concurrent;

import com.jopdesign.sys.WaitQueue;
import java.io.Serializable;
import java.util.AbstractQueue;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.Objects;

/** A queue without room: each element goes from hand to hand. */
public class SynchronousQueue<E> extends AbstractQueue<E> implements BlockingQueue<E>, Serializable {

    /** Elements whose givers wait. */
    private final ArrayDeque<Hand<E>> offered = new ArrayDeque<Hand<E>>();

    /** Those that wait for an element. */
    private final ArrayDeque<Hand<E>> asking = new ArrayDeque<Hand<E>>();

    /** A queue. */
    public SynchronousQueue() {
    }

    /** A queue; those that wait are served in the order in which they came in any case. */
    public SynchronousQueue(boolean fair) {
    }

    /** One side of a handing over. */
    private static final class Hand<E> {

        E element;
        boolean done;
    }

    private boolean give(E element) {
        Hand<E> taker = asking.poll();
        if (taker == null) {
            return false;
        }
        taker.element = element;
        taker.done = true;
        notifyAll();
        return true;
    }

    /** Waits for the other side; false if the time was over before. */
    private boolean await(Hand<E> hand, ArrayDeque<Hand<E>> queue, long deadline) throws InterruptedException {
        queue.add(hand);
        try {
            while (!hand.done) {
                if (!WaitQueue.await(this, deadline)) {
                    break;
                }
            }
        } finally {
            if (!hand.done) {
                queue.remove(hand);
            }
        }
        return hand.done;
    }

    @Override
    public synchronized boolean offer(E element) {
        return give(Objects.requireNonNull(element));
    }

    @Override
    public void put(E element) throws InterruptedException {
        offer(element, WaitQueue.NEVER);
    }

    @Override
    public boolean offer(E element, long time, TimeUnit unit) throws InterruptedException {
        return offer(element, WaitQueue.deadline(unit.toNanos(time)));
    }

    private synchronized boolean offer(E element, long deadline) throws InterruptedException {
        Objects.requireNonNull(element);
        WaitingQueue.checkInterrupt();
        if (give(element)) {
            return true;
        }
        Hand<E> hand = new Hand<E>();
        hand.element = element;
        return await(hand, offered, deadline);
    }

    @Override
    public synchronized E poll() {
        Hand<E> giver = offered.poll();
        if (giver == null) {
            return null;
        }
        giver.done = true;
        notifyAll();
        return giver.element;
    }

    @Override
    public E take() throws InterruptedException {
        return poll(WaitQueue.NEVER);
    }

    @Override
    public E poll(long time, TimeUnit unit) throws InterruptedException {
        return poll(WaitQueue.deadline(unit.toNanos(time)));
    }

    private synchronized E poll(long deadline) throws InterruptedException {
        WaitingQueue.checkInterrupt();
        E element = poll();
        if (element != null) {
            return element;
        }
        Hand<E> hand = new Hand<E>();
        await(hand, asking, deadline);
        return hand.element;
    }

    @Override
    public E peek() {
        return null;
    }

    @Override
    public int size() {
        return 0;
    }

    @Override
    public int remainingCapacity() {
        return 0;
    }

    @Override
    public Iterator<E> iterator() {
        return Collections.emptyIterator();
    }

    @Override
    public int drainTo(Collection<? super E> other) {
        return drainTo(other, Integer.MAX_VALUE);
    }

    @Override
    public int drainTo(Collection<? super E> other, int most) {
        int n = 0;
        for (E element; n < most && (element = poll()) != null; ++n) {
            other.add(element);
        }
        return n;
    }
}
