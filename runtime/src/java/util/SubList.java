package java.util;

/** A part of a list. */
class SubList<E> extends AbstractList<E> {

    private final AbstractList<E> list;
    private final int offset;
    private int size;

    SubList(AbstractList<E> list, int from, int to) {
        this.list = list;
        offset = from;
        size = to - from;
        modCount = list.modCount;
    }

    private void check() {
        if (list.modCount != modCount) {
            throw new ConcurrentModificationException();
        }
    }

    private void check(int index) {
        Objects.checkIndex(index, size);
        check();
    }

    @Override
    public int size() {
        check();
        return size;
    }

    @Override
    public E get(int index) {
        check(index);
        return list.get(offset + index);
    }

    @Override
    public int indexOf(Object object) {
        check();
        for (int i = 0; i < size; ++i) {
            if (Objects.equals(object, list.get(offset + i))) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public int lastIndexOf(Object object) {
        check();
        for (int i = size - 1; i >= 0; --i) {
            if (Objects.equals(object, list.get(offset + i))) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public E set(int index, E element) {
        check(index);
        return list.set(offset + index, element);
    }

    private void checkInsertion(int index) {
        if (index < 0 || index > size) {
            throw new IndexOutOfBoundsException("Index: " + index + ", Size: " + size);
        }
        check();
    }

    @Override
    public void add(int index, E element) {
        checkInsertion(index);
        list.add(offset + index, element);
        modCount = list.modCount;
        ++size;
    }

    @Override
    public boolean addAll(Collection<? extends E> other) {
        return addAll(size, other);
    }

    @Override
    public boolean addAll(int index, Collection<? extends E> other) {
        checkInsertion(index);
        int more = other.size();
        if (more == 0) {
            return false;
        }
        list.addAll(offset + index, other);
        modCount = list.modCount;
        size += more;
        return true;
    }

    @Override
    public E remove(int index) {
        check(index);
        E element = list.remove(offset + index);
        modCount = list.modCount;
        --size;
        return element;
    }

    @Override
    protected void removeRange(int from, int to) {
        check();
        list.removeRange(offset + from, offset + to);
        modCount = list.modCount;
        size -= to - from;
    }

    /** A part of a list with fast access. */
    static final class Fast<E> extends SubList<E> implements RandomAccess {

        Fast(AbstractList<E> list, int from, int to) {
            super(list, from, to);
        }
    }
}
