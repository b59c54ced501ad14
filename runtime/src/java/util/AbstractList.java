package java.util;

/** What lists can do with get and size. */
public abstract class AbstractList<E> extends AbstractCollection<E> implements List<E> {

    /** Counts changes of the size: iterators notice those that are not their own. */
    protected int modCount;

    /** For subclasses. */
    protected AbstractList() {
    }

    @Override
    public boolean add(E element) {
        add(size(), element);
        return true;
    }

    @Override
    public E set(int index, E element) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void add(int index, E element) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean addAll(int index, Collection<? extends E> other) {
        checkPosition(index, size());
        for (E element : other) {
            add(index++, element);
        }
        return !other.isEmpty();
    }

    @Override
    public E remove(int index) {
        throw new UnsupportedOperationException();
    }

    /** Takes the elements from an index up to another out. */
    protected void removeRange(int from, int to) {
        ListIterator<E> walk = listIterator(from);
        for (int i = from; i < to; ++i) {
            walk.next();
            walk.remove();
        }
    }

    @Override
    public void clear() {
        removeRange(0, size());
    }

    @Override
    public boolean contains(Object object) {
        return indexOf(object) >= 0;
    }

    @Override
    public int indexOf(Object object) {
        for (ListIterator<E> walk = listIterator(); walk.hasNext();) {
            if (Objects.equals(object, walk.next())) {
                return walk.previousIndex();
            }
        }
        return -1;
    }

    @Override
    public int lastIndexOf(Object object) {
        for (ListIterator<E> walk = listIterator(size()); walk.hasPrevious();) {
            if (Objects.equals(object, walk.previous())) {
                return walk.nextIndex();
            }
        }
        return -1;
    }

    @Override
    public Iterator<E> iterator() {
        return new IndexWalk<E>(this, 0);
    }

    @Override
    public ListIterator<E> listIterator() {
        return listIterator(0);
    }

    @Override
    public ListIterator<E> listIterator(int index) {
        checkPosition(index, size());
        return new IndexWalk<E>(this, index);
    }

    static void checkPosition(int index, int size) {
        if (index < 0 || index > size) {
            throw new IndexOutOfBoundsException("Index: " + index);
        }
    }

    @Override
    public List<E> subList(int from, int to) {
        checkRange(from, to, size());
        return this instanceof RandomAccess ? new SubList.Fast<E>(this, from, to) : new SubList<E>(this, from, to);
    }

    static void checkRange(int from, int to, int size) {
        if (from < 0) {
            throw new IndexOutOfBoundsException("fromIndex = " + from);
        }
        if (to > size) {
            throw new IndexOutOfBoundsException("toIndex = " + to);
        }
        if (from > to) {
            throw new IllegalArgumentException("fromIndex(" + from + ") > toIndex(" + to + ")");
        }
    }

    @Override
    public int hashCode() {
        int hash = 1;
        for (Iterator<E> i = iterator(); i.hasNext();) {
            hash = 31 * hash + Objects.hashCode(i.next());
        }
        return hash;
    }

    @Override
    public boolean equals(Object other) {
        if (this == other) {
            return true;
        }
        if (!(other instanceof List)) {
            return false;
        }
        Iterator<?> theirs = ((List<?>) other).iterator();
        for (Iterator<E> ours = iterator(); ours.hasNext();) {
            if (!theirs.hasNext() || !Objects.equals(ours.next(), theirs.next())) {
                return false;
            }
        }
        return !theirs.hasNext();
    }
}
