package java.util.concurrent;

import com.jopdesign.sys.WaitQueue;
import java.util.Collection;
import java.util.PriorityQueue;

/** A queue that keeps its elements until they are due. */
public class DelayQueue<E extends Delayed> extends WaitingQueue<E> {

    /** An empty queue. */
    public DelayQueue() {
        super(new PriorityQueue<E>(), Integer.MAX_VALUE);
    }

    /** A queue with the elements of another collection. */
    public DelayQueue(Collection<? extends E> other) {
        this();
        addAll(other);
    }

    @Override
    boolean isReady() {
        return !elements.isEmpty() && elements.peek().getDelay(TimeUnit.NANOSECONDS) <= 0;
    }

    @Override
    long nextLook(long deadline) {
        return elements.isEmpty() ? deadline
                : Math.min(deadline, WaitQueue.deadline(elements.peek().getDelay(TimeUnit.NANOSECONDS)));
    }

    @Override
    public void put(E element) {
        offer(element);
    }

    @Override
    public boolean offer(E element, long time, TimeUnit unit) {
        return offer(element);
    }

    @Override
    public boolean add(E element) {
        return offer(element);
    }

    @Override
    public boolean offer(E element) {
        return super.offer(element);
    }

    @Override
    public E poll() {
        return super.poll();
    }

    @Override
    public E take() throws InterruptedException {
        return super.take();
    }

    @Override
    public E poll(long time, TimeUnit unit) throws InterruptedException {
        return super.poll(time, unit);
    }

    @Override
    public E peek() {
        return super.peek();
    }
}
