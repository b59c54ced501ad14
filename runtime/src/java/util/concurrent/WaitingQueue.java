package java.util.concurrent;

import com.jopdesign.sys.WaitQueue;
import java.util.AbstractQueue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** A queue of one thread that others share: one monitor, and waits for elements and for room. */
abstract class WaitingQueue<E> extends AbstractQueue<E> implements BlockingQueue<E> {

    final Queue<E> elements;
    final int capacity;

    WaitingQueue(Queue<E> elements, int capacity) {
        this.elements = elements;
        this.capacity = capacity;
    }

    /** Whether the first element may go. */
    boolean isReady() {
        return !elements.isEmpty();
    }

    /** When to look again whether the first element may go. */
    long nextLook(long deadline) {
        return deadline;
    }

    @Override
    public synchronized int size() {
        return elements.size();
    }

    @Override
    public int remainingCapacity() {
        return capacity == Integer.MAX_VALUE ? capacity : capacity - size();
    }

    @Override
    public synchronized boolean offer(E element) {
        Objects.requireNonNull(element);
        if (elements.size() >= capacity) {
            return false;
        }
        elements.add(element);
        notifyAll();
        return true;
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
        checkInterrupt();
        while (!offer(element)) {
            if (!WaitQueue.await(this, deadline)) {
                return false;
            }
        }
        return true;
    }

    static void checkInterrupt() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    @Override
    public synchronized E poll() {
        if (!isReady()) {
            return null;
        }
        E element = elements.poll();
        notifyAll();
        return element;
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
        checkInterrupt();
        while (!isReady()) {
            if (!WaitQueue.await(this, nextLook(deadline)) && WaitQueue.left(deadline) <= 0) {
                return poll();
            }
        }
        return poll();
    }

    @Override
    public synchronized E peek() {
        return elements.peek();
    }

    @Override
    public synchronized E remove() {
        E element = poll();
        if (element == null) {
            throw new NoSuchElementException();
        }
        return element;
    }

    @Override
    public synchronized boolean remove(Object object) {
        boolean found = elements.remove(object);
        notifyAll();
        return found;
    }

    @Override
    public synchronized boolean contains(Object object) {
        return elements.contains(object);
    }

    @Override
    public synchronized boolean removeIf(Predicate<? super E> condition) {
        boolean found = elements.removeIf(condition);
        notifyAll();
        return found;
    }

    @Override
    public synchronized boolean removeAll(Collection<?> other) {
        boolean found = elements.removeAll(other);
        notifyAll();
        return found;
    }

    @Override
    public synchronized boolean retainAll(Collection<?> other) {
        boolean found = elements.retainAll(other);
        notifyAll();
        return found;
    }

    @Override
    public synchronized void clear() {
        elements.clear();
        notifyAll();
    }

    @Override
    public int drainTo(Collection<? super E> other) {
        return drainTo(other, Integer.MAX_VALUE);
    }

    @Override
    public synchronized int drainTo(Collection<? super E> other, int most) {
        if (other == this) {
            throw new IllegalArgumentException();
        }
        int n = 0;
        while (n < most && isReady()) {
            other.add(elements.poll());
            ++n;
        }
        notifyAll();
        return n;
    }

    @Override
    public synchronized Object[] toArray() {
        return elements.toArray();
    }

    @Override
    public synchronized <T> T[] toArray(T[] array) {
        return elements.toArray(array);
    }

    @Override
    public synchronized String toString() {
        return elements.toString();
    }

    @Override
    public void forEach(Consumer<? super E> action) {
        for (E element : this) {
            action.accept(element);
        }
    }

    /** Walks through the elements that are there now. */
    @Override
    public synchronized Iterator<E> iterator() {
        return new Walk<E>(this, new ArrayList<E>(elements));
    }

    /** A walk through the elements of one moment. */
    static final class Walk<E> implements Iterator<E> {

        private final Collection<E> owner;
        private final ArrayList<E> elements;
        private int next;
        private E last;

        Walk(Collection<E> owner, ArrayList<E> elements) {
            this.owner = owner;
            this.elements = elements;
        }

        @Override
        public boolean hasNext() {
            return next < elements.size();
        }

        @Override
        public E next() {
            if (next >= elements.size()) {
                throw new NoSuchElementException();
            }
            last = elements.get(next++);
            return last;
        }

        @Override
        public void remove() {
            if (last == null) {
                throw new IllegalStateException();
            }
            owner.remove(last);
            last = null;
        }
    }
}
