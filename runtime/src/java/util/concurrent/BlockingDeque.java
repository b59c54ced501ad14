package java.util.concurrent;

import java.util.Deque;

/** A queue with two ends that waits for elements and for room. */
public interface BlockingDeque<E> extends BlockingQueue<E>, Deque<E> {

    /** Waits for room and puts an element at the beginning. */
    void putFirst(E element) throws InterruptedException;

    /** Waits for room and puts an element at the end. */
    void putLast(E element) throws InterruptedException;

    /** Waits for room for some time and puts an element at the beginning; whether there was room. */
    boolean offerFirst(E element, long time, TimeUnit unit) throws InterruptedException;

    /** Waits for room for some time and puts an element at the end; whether there was room. */
    boolean offerLast(E element, long time, TimeUnit unit) throws InterruptedException;

    /** Waits for an element and takes the first one out. */
    E takeFirst() throws InterruptedException;

    /** Waits for an element and takes the last one out. */
    E takeLast() throws InterruptedException;

    /** Waits for an element for some time and takes the first one out, or gives null. */
    E pollFirst(long time, TimeUnit unit) throws InterruptedException;

    /** Waits for an element for some time and takes the last one out, or gives null. */
    E pollLast(long time, TimeUnit unit) throws InterruptedException;
}
