package java.util.concurrent;

import java.io.Serializable;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** A list that threads share: each change makes a new array, so walks see the elements of the moment in which they began. */
public class CopyOnWriteArrayList<E> extends AbstractList<E> implements List<E>, RandomAccess, Cloneable, Serializable {

    private Object[] elements;

    /** An empty list. */
    public CopyOnWriteArrayList() {
        elements = new Object[0];
    }

    /** A list with the elements of another collection. */
    public CopyOnWriteArrayList(Collection<? extends E> other) {
        elements = other.toArray();
    }

    /** A list with the elements of an array. */
    public CopyOnWriteArrayList(E[] other) {
        elements = new Object[other.length];
        System.arraycopy(other, 0, elements, 0, other.length);
    }

    @Override
    public int size() {
        return elements.length;
    }

    @Override
    public boolean isEmpty() {
        return elements.length == 0;
    }

    @SuppressWarnings("unchecked")
    private static <E> E at(Object[] elements, int index) {
        if (index < 0 || index >= elements.length) {
            throw new ArrayIndexOutOfBoundsException(
                    "Index " + index + " out of bounds for length " + elements.length);
        }
        return (E) elements[index];
    }

    @Override
    public E get(int index) {
        return at(elements, index);
    }

    @Override
    public synchronized E set(int index, E element) {
        E old = at(elements, index);
        if (old != element) {
            Object[] copy = elements.clone();
            copy[index] = element;
            elements = copy;
        }
        return old;
    }

    @Override
    public boolean add(E element) {
        insert(elements.length, element, true);
        return true;
    }

    @Override
    public void add(int index, E element) {
        insert(index, element, false);
    }

    private synchronized void insert(int index, E element, boolean atEnd) {
        int length = elements.length;
        if (atEnd) {
            index = length;
        } else if (index < 0 || index > length) {
            throw new IndexOutOfBoundsException("Index: " + index + ", Size: " + length);
        }
        Object[] longer = new Object[length + 1];
        System.arraycopy(elements, 0, longer, 0, index);
        longer[index] = element;
        System.arraycopy(elements, index, longer, index + 1, length - index);
        elements = longer;
    }

    @Override
    public synchronized E remove(int index) {
        E old = at(elements, index);
        Object[] shorter = new Object[elements.length - 1];
        System.arraycopy(elements, 0, shorter, 0, index);
        System.arraycopy(elements, index + 1, shorter, index, shorter.length - index);
        elements = shorter;
        return old;
    }

    @Override
    public synchronized boolean remove(Object object) {
        int index = indexOf(object);
        if (index < 0) {
            return false;
        }
        remove(index);
        return true;
    }

    /** Puts an element at the end if no equal one is there; whether it was. */
    public synchronized boolean addIfAbsent(E element) {
        return indexOf(element) < 0 && add(element);
    }

    /** Puts those elements at the end that are not there; gives their number. */
    public synchronized int addAllAbsent(Collection<? extends E> other) {
        int n = 0;
        for (E element : other) {
            if (addIfAbsent(element)) {
                ++n;
            }
        }
        return n;
    }

    @Override
    public boolean addAll(Collection<? extends E> other) {
        return addAll(-1, other);
    }

    @Override
    public synchronized boolean addAll(int index, Collection<? extends E> other) {
        int length = elements.length;
        if (index == -1) {
            index = length;
        } else if (index < 0 || index > length) {
            throw new IndexOutOfBoundsException("Index: " + index + ", Size: " + length);
        }
        Object[] more = other.toArray();
        if (more.length == 0) {
            return false;
        }
        Object[] longer = new Object[length + more.length];
        System.arraycopy(elements, 0, longer, 0, index);
        System.arraycopy(more, 0, longer, index, more.length);
        System.arraycopy(elements, index, longer, index + more.length, length - index);
        elements = longer;
        return true;
    }

    @Override
    public synchronized void clear() {
        elements = new Object[0];
    }

    @Override
    @SuppressWarnings("unchecked")
    public synchronized boolean removeIf(Predicate<? super E> condition) {
        Objects.requireNonNull(condition);
        ArrayList<Object> kept = new ArrayList<Object>(elements.length);
        for (Object element : elements) {
            if (!condition.test((E) element)) {
                kept.add(element);
            }
        }
        boolean changed = kept.size() < elements.length;
        if (changed) {
            elements = kept.toArray();
        }
        return changed;
    }

    @Override
    public boolean removeAll(Collection<?> other) {
        return keep(other, false);
    }

    @Override
    public boolean retainAll(Collection<?> other) {
        return keep(other, true);
    }

    private synchronized boolean keep(Collection<?> other, boolean contained) {
        Objects.requireNonNull(other);
        ArrayList<Object> kept = new ArrayList<Object>(elements.length);
        for (Object element : elements) {
            if (other.contains(element) == contained) {
                kept.add(element);
            }
        }
        boolean changed = kept.size() < elements.length;
        if (changed) {
            elements = kept.toArray();
        }
        return changed;
    }

    @Override
    @SuppressWarnings("unchecked")
    public synchronized void replaceAll(UnaryOperator<E> function) {
        Object[] copy = elements.clone();
        for (int i = 0; i < copy.length; ++i) {
            copy[i] = function.apply((E) copy[i]);
        }
        elements = copy;
    }

    @Override
    @SuppressWarnings("unchecked")
    public synchronized void sort(Comparator<? super E> order) {
        Object[] copy = elements.clone();
        Arrays.sort(copy, (Comparator<Object>) order);
        elements = copy;
    }

    @Override
    @SuppressWarnings("unchecked")
    public void forEach(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        for (Object element : elements) {
            action.accept((E) element);
        }
    }

    @Override
    public int indexOf(Object object) {
        Object[] now = elements;
        for (int i = 0; i < now.length; ++i) {
            if (Objects.equals(object, now[i])) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public int lastIndexOf(Object object) {
        Object[] now = elements;
        for (int i = now.length - 1; i >= 0; --i) {
            if (Objects.equals(object, now[i])) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public boolean contains(Object object) {
        return indexOf(object) >= 0;
    }

    @Override
    public Object[] toArray() {
        return elements.clone();
    }

    @Override
    public Object clone() {
        return new CopyOnWriteArrayList<E>(this);
    }

    @Override
    public Iterator<E> iterator() {
        return new Walk<E>(elements, 0);
    }

    @Override
    public ListIterator<E> listIterator() {
        return new Walk<E>(elements, 0);
    }

    @Override
    public ListIterator<E> listIterator(int index) {
        Object[] now = elements;
        if (index < 0 || index > now.length) {
            throw new IndexOutOfBoundsException("Index: " + index + ", Size: " + now.length);
        }
        return new Walk<E>(now, index);
    }

    /** A walk through one array. */
    private static final class Walk<E> implements ListIterator<E> {

        private final Object[] elements;
        private int next;

        Walk(Object[] elements, int next) {
            this.elements = elements;
            this.next = next;
        }

        @Override
        public boolean hasNext() {
            return next < elements.length;
        }

        @Override
        @SuppressWarnings("unchecked")
        public E next() {
            if (next >= elements.length) {
                throw new NoSuchElementException();
            }
            return (E) elements[next++];
        }

        @Override
        public boolean hasPrevious() {
            return next > 0;
        }

        @Override
        @SuppressWarnings("unchecked")
        public E previous() {
            if (next <= 0) {
                throw new NoSuchElementException();
            }
            return (E) elements[--next];
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
            throw new UnsupportedOperationException();
        }

        @Override
        public void set(E element) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void add(E element) {
            throw new UnsupportedOperationException();
        }
    }
}
