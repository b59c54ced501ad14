package java.util.concurrent;

import java.io.Serializable;
import java.util.AbstractQueue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.function.Predicate;

/** A queue that threads share; a walk sees the elements of the moment in which it began. */
public class ConcurrentLinkedQueue<E> extends AbstractQueue<E> implements Queue<E>, Serializable {

    private final ArrayDeque<E> elements = new ArrayDeque<E>();

    /** An empty queue. */
    public ConcurrentLinkedQueue() {
    }

    /** A queue with the elements of another collection. */
    public ConcurrentLinkedQueue(Collection<? extends E> other) {
        elements.addAll(other);
    }

    @Override
    public synchronized int size() {
        return elements.size();
    }

    @Override
    public boolean add(E element) {
        return offer(element);
    }

    @Override
    public synchronized boolean offer(E element) {
        return elements.offer(element);
    }

    @Override
    public synchronized E poll() {
        return elements.poll();
    }

    @Override
    public synchronized E peek() {
        return elements.peek();
    }

    @Override
    public E remove() {
        return present(poll());
    }

    @Override
    public E element() {
        return present(peek());
    }

    private static <T> T present(T element) {
        if (element == null) {
            throw new NoSuchElementException();
        }
        return element;
    }

    @Override
    public synchronized boolean remove(Object object) {
        return elements.remove(object);
    }

    @Override
    public synchronized boolean contains(Object object) {
        return elements.contains(object);
    }

    @Override
    public synchronized boolean addAll(Collection<? extends E> other) {
        if (other == this) {
            throw new IllegalArgumentException();
        }
        return elements.addAll(other);
    }

    @Override
    public synchronized boolean removeIf(Predicate<? super E> condition) {
        return elements.removeIf(condition);
    }

    @Override
    public synchronized void clear() {
        elements.clear();
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
    public synchronized Iterator<E> iterator() {
        return new WaitingQueue.Walk<E>(this, new ArrayList<E>(elements));
    }
}
