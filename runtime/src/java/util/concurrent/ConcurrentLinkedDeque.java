package java.util.concurrent;

import java.io.Serializable;
import java.util.AbstractCollection;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Predicate;

/** A queue with two ends that threads share; a walk sees the elements of the moment in which it began. */
public class ConcurrentLinkedDeque<E> extends AbstractCollection<E> implements Deque<E>, Serializable {

    private final ArrayDeque<E> elements = new ArrayDeque<E>();

    /** An empty queue. */
    public ConcurrentLinkedDeque() {
    }

    /** A queue with the elements of another collection. */
    public ConcurrentLinkedDeque(Collection<? extends E> other) {
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

    @Override
    public synchronized boolean offerFirst(E element) {
        return elements.offerFirst(element);
    }

    @Override
    public boolean offerLast(E element) {
        return offer(element);
    }

    @Override
    public void addFirst(E element) {
        offerFirst(element);
    }

    @Override
    public void addLast(E element) {
        offer(element);
    }

    @Override
    public void push(E element) {
        offerFirst(element);
    }

    @Override
    public E pop() {
        return remove();
    }

    @Override
    public E pollFirst() {
        return poll();
    }

    @Override
    public synchronized E pollLast() {
        return elements.pollLast();
    }

    @Override
    public E peekFirst() {
        return peek();
    }

    @Override
    public synchronized E peekLast() {
        return elements.peekLast();
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
    public boolean removeFirstOccurrence(Object object) {
        return remove(object);
    }

    @Override
    public synchronized boolean removeLastOccurrence(Object object) {
        return elements.removeLastOccurrence(object);
    }

    @Override
    public synchronized Iterator<E> descendingIterator() {
        ArrayList<E> backwards = new ArrayList<E>(elements.size());
        for (Iterator<E> i = elements.descendingIterator(); i.hasNext();) {
            backwards.add(i.next());
        }
        return new WaitingQueue.Walk<E>(this, backwards);
    }
}
