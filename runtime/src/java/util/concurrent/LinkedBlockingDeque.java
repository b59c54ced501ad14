package java.util.concurrent;

import com.jopdesign.sys.WaitQueue;
import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;

/** A queue with two ends that waits; its room is limited if asked for. */
public class LinkedBlockingDeque<E> extends WaitingQueue<E> implements BlockingDeque<E>, Serializable {

    private final ArrayDeque<E> deque;

    /** A queue without limit. */
    public LinkedBlockingDeque() {
        this(Integer.MAX_VALUE);
    }

    /** A queue with room for a number of elements. */
    public LinkedBlockingDeque(int capacity) {
        super(new ArrayDeque<E>(), capacity);
        if (capacity <= 0) {
            throw new IllegalArgumentException();
        }
        deque = (ArrayDeque<E>) elements;
    }

    /** A queue without limit that has the elements of another collection. */
    public LinkedBlockingDeque(Collection<? extends E> other) {
        this();
        elements.addAll(other);
    }

    @Override
    public synchronized boolean offerFirst(E element) {
        Objects.requireNonNull(element);
        if (deque.size() >= capacity) {
            return false;
        }
        deque.addFirst(element);
        notifyAll();
        return true;
    }

    @Override
    public boolean offerLast(E element) {
        return offer(element);
    }

    @Override
    public void addFirst(E element) {
        if (!offerFirst(element)) {
            throw new IllegalStateException("Deque full");
        }
    }

    @Override
    public void addLast(E element) {
        if (!offer(element)) {
            throw new IllegalStateException("Deque full");
        }
    }

    @Override
    public boolean add(E element) {
        addLast(element);
        return true;
    }

    @Override
    public void putFirst(E element) throws InterruptedException {
        offerFirst(element, WaitQueue.NEVER);
    }

    @Override
    public void putLast(E element) throws InterruptedException {
        put(element);
    }

    @Override
    public boolean offerFirst(E element, long time, TimeUnit unit) throws InterruptedException {
        return offerFirst(element, WaitQueue.deadline(unit.toNanos(time)));
    }

    private synchronized boolean offerFirst(E element, long deadline) throws InterruptedException {
        checkInterrupt();
        while (!offerFirst(element)) {
            if (!WaitQueue.await(this, deadline)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean offerLast(E element, long time, TimeUnit unit) throws InterruptedException {
        return offer(element, time, unit);
    }

    @Override
    public E pollFirst() {
        return poll();
    }

    @Override
    public synchronized E pollLast() {
        E element = deque.pollLast();
        notifyAll();
        return element;
    }

    @Override
    public E takeFirst() throws InterruptedException {
        return take();
    }

    @Override
    public E takeLast() throws InterruptedException {
        return pollLast(WaitQueue.NEVER);
    }

    @Override
    public E pollFirst(long time, TimeUnit unit) throws InterruptedException {
        return poll(time, unit);
    }

    @Override
    public E pollLast(long time, TimeUnit unit) throws InterruptedException {
        return pollLast(WaitQueue.deadline(unit.toNanos(time)));
    }

    private synchronized E pollLast(long deadline) throws InterruptedException {
        checkInterrupt();
        while (deque.isEmpty()) {
            if (!WaitQueue.await(this, deadline)) {
                return null;
            }
        }
        return pollLast();
    }

    private static <T> T present(T element) {
        if (element == null) {
            throw new NoSuchElementException();
        }
        return element;
    }

    @Override
    public E removeFirst() {
        return present(poll());
    }

    @Override
    public E removeLast() {
        return present(pollLast());
    }

    @Override
    public E getFirst() {
        return present(peek());
    }

    @Override
    public E getLast() {
        return present(peekLast());
    }

    @Override
    public E peekFirst() {
        return peek();
    }

    @Override
    public synchronized E peekLast() {
        return deque.peekLast();
    }

    @Override
    public void push(E element) {
        addFirst(element);
    }

    @Override
    public E pop() {
        return removeFirst();
    }

    @Override
    public boolean removeFirstOccurrence(Object object) {
        return remove(object);
    }

    @Override
    public synchronized boolean removeLastOccurrence(Object object) {
        boolean found = deque.removeLastOccurrence(object);
        notifyAll();
        return found;
    }

    @Override
    public synchronized Iterator<E> descendingIterator() {
        ArrayList<E> backwards = new ArrayList<E>(deque.size());
        for (Iterator<E> i = deque.descendingIterator(); i.hasNext();) {
            backwards.add(i.next());
        }
        return new Walk<E>(this, backwards);
    }
}
