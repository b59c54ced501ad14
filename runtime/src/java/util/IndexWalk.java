package java.util;

/** A walk through a list by index. */
final class IndexWalk<E> implements ListIterator<E> {

    private final AbstractList<E> list;
    private int expected;
    private int next;
    private int last = -1;

    IndexWalk(AbstractList<E> list, int index) {
        this.list = list;
        next = index;
        expected = list.modCount;
    }

    private void check() {
        if (list.modCount != expected) {
            throw new ConcurrentModificationException();
        }
    }

    private void checkLast() {
        if (last < 0) {
            throw new IllegalStateException();
        }
        check();
    }

    @Override
    public boolean hasNext() {
        return next != list.size();
    }

    @Override
    public E next() {
        if (list.modCount != expected) {
            throw new ConcurrentModificationException();
        }
        if (next >= list.size()) {
            throw new NoSuchElementException();
        }
        E element = list.get(next);
        last = next++;
        return element;
    }

    @Override
    public boolean hasPrevious() {
        return next != 0;
    }

    @Override
    public E previous() {
        check();
        if (next <= 0) {
            throw new NoSuchElementException();
        }
        E element = list.get(next - 1);
        last = --next;
        return element;
    }

    @Override
    public int nextIndex() {
        return next;
    }

    @Override
    public int previousIndex() {
        return next - 1;
    }

    @Override
    public void remove() {
        checkLast();
        list.remove(last);
        next = last < next ? next - 1 : next;
        last = -1;
        expected = list.modCount;
    }

    @Override
    public void set(E element) {
        checkLast();
        list.set(last, element);
        expected = list.modCount;
    }

    @Override
    public void add(E element) {
        check();
        list.add(next++, element);
        last = -1;
        expected = list.modCount;
    }
}
