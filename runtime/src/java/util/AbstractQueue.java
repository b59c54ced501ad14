package java.util;

/** What queues can do with offer, poll and peek. */
public abstract class AbstractQueue<E> extends AbstractCollection<E> implements Queue<E> {

    /** For subclasses. */
    protected AbstractQueue() {
    }

    @Override
    public boolean add(E element) {
        if (!offer(element)) {
            throw new IllegalStateException("Queue full");
        }
        return true;
    }

    @Override
    public E remove() {
        if (isEmpty()) {
            throw new NoSuchElementException();
        }
        return poll();
    }

    @Override
    public E element() {
        if (isEmpty()) {
            throw new NoSuchElementException();
        }
        return peek();
    }

    @Override
    public void clear() {
        while (poll() != null) {
            // One after the other.
        }
    }

    @Override
    public boolean addAll(Collection<? extends E> other) {
        if (other == this) {
            throw new IllegalArgumentException();
        }
        return super.addAll(other);
    }
}
