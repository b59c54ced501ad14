package java.util;

/** What lists can do with a walk in both directions. */
public abstract class AbstractSequentialList<E> extends AbstractList<E> {

    /** For subclasses. */
    protected AbstractSequentialList() {
    }

    private ListIterator<E> walkTo(int index) {
        if (index < 0 || index >= size()) {
            throw new IndexOutOfBoundsException("Index: " + index);
        }
        return listIterator(index);
    }

    @Override
    public E get(int index) {
        return walkTo(index).next();
    }

    @Override
    public E set(int index, E element) {
        ListIterator<E> walk = walkTo(index);
        E old = walk.next();
        walk.set(element);
        return old;
    }

    @Override
    public void add(int index, E element) {
        listIterator(index).add(element);
    }

    @Override
    public E remove(int index) {
        ListIterator<E> walk = walkTo(index);
        E old = walk.next();
        walk.remove();
        return old;
    }

    @Override
    public boolean addAll(int index, Collection<? extends E> other) {
        ListIterator<E> walk = listIterator(index);
        for (E element : other) {
            walk.add(element);
        }
        return !other.isEmpty();
    }

    @Override
    public Iterator<E> iterator() {
        return listIterator();
    }

    @Override
    public abstract ListIterator<E> listIterator(int index);
}
