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
    public E remove(int index) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean contains(Object object) {
        return indexOf(object) >= 0;
    }

    @Override
    public int indexOf(Object object) {
        int size = size();
        for (int i = 0; i < size; ++i) {
            if (Objects.equals(object, get(i))) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public int lastIndexOf(Object object) {
        for (int i = size() - 1; i >= 0; --i) {
            if (Objects.equals(object, get(i))) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public Iterator<E> iterator() {
        return new Walk<E>(this);
    }

    /** A walk by index. */
    private static final class Walk<E> implements Iterator<E> {

        private final AbstractList<E> list;
        private int expected;
        private int next;
        private int last = -1;

        Walk(AbstractList<E> list) {
            this.list = list;
            expected = list.modCount;
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
            last = next++;
            return list.get(last);
        }

        @Override
        public void remove() {
            if (last < 0) {
                throw new IllegalStateException();
            }
            if (list.modCount != expected) {
                throw new ConcurrentModificationException();
            }
            list.remove(last);
            next = last;
            last = -1;
            expected = list.modCount;
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
