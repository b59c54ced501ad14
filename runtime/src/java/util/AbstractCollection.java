package java.util;

import com.jopdesign.sys.ObjectSupport;

/** What collections can do with an iterator and a size. */
public abstract class AbstractCollection<E> implements Collection<E> {

    /** For subclasses. */
    protected AbstractCollection() {
    }

    @Override
    public boolean isEmpty() {
        return size() == 0;
    }

    @Override
    public boolean contains(Object object) {
        for (Iterator<E> i = iterator(); i.hasNext();) {
            if (Objects.equals(object, i.next())) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean add(E element) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean remove(Object object) {
        for (Iterator<E> i = iterator(); i.hasNext();) {
            if (Objects.equals(object, i.next())) {
                i.remove();
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean addAll(Collection<? extends E> other) {
        boolean changed = false;
        for (E element : other) {
            changed |= add(element);
        }
        return changed;
    }

    @Override
    public boolean containsAll(Collection<?> other) {
        for (Object object : other) {
            if (!contains(object)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean removeAll(Collection<?> other) {
        return keep(other, false);
    }

    @Override
    public boolean retainAll(Collection<?> other) {
        return keep(other, true);
    }

    private boolean keep(Collection<?> other, boolean contained) {
        Objects.requireNonNull(other);
        boolean changed = false;
        for (Iterator<E> i = iterator(); i.hasNext();) {
            if (other.contains(i.next()) != contained) {
                i.remove();
                changed = true;
            }
        }
        return changed;
    }

    @Override
    public void clear() {
        for (Iterator<E> i = iterator(); i.hasNext();) {
            i.next();
            i.remove();
        }
    }

    @Override
    public Object[] toArray() {
        Object[] array = new Object[size()];
        int n = 0;
        for (Iterator<E> i = iterator(); i.hasNext();) {
            array[n++] = i.next();
        }
        return array;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> T[] toArray(T[] array) {
        int size = size();
        if (array.length < size) {
            array = Arrays.copyOf(array, size);
        }
        int n = 0;
        for (Iterator<E> i = iterator(); i.hasNext();) {
            array[n++] = (T) i.next();
        }
        if (n < array.length) {
            array[n] = null;
        }
        return array;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        text.append('[');
        for (Iterator<E> i = iterator(); i.hasNext();) {
            if (text.length() > 1) {
                text.append(", ");
            }
            Object element = i.next();
            // Texts are asked for here, not in append: one call less below the elements' own methods.
            text.append(element == null ? "null" : element == this ? "(this Collection)"
                    : ObjectSupport.isArray(element) ? ObjectSupport.toString(element) : element.toString());
        }
        return text.append(']').toString();
    }
}
