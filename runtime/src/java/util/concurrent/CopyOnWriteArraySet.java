package java.util.concurrent;

import java.io.Serializable;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** A small set that threads share: each change makes a new array. */
public class CopyOnWriteArraySet<E> extends AbstractSet<E> implements Serializable {

    private final CopyOnWriteArrayList<E> elements = new CopyOnWriteArrayList<E>();

    /** An empty set. */
    public CopyOnWriteArraySet() {
    }

    /** A set with the elements of another collection. */
    public CopyOnWriteArraySet(Collection<? extends E> other) {
        elements.addAllAbsent(other);
    }

    @Override
    public int size() {
        return elements.size();
    }

    @Override
    public boolean contains(Object object) {
        return elements.contains(object);
    }

    @Override
    public boolean add(E element) {
        return elements.addIfAbsent(element);
    }

    @Override
    public boolean addAll(Collection<? extends E> other) {
        return elements.addAllAbsent(other) > 0;
    }

    @Override
    public boolean remove(Object object) {
        return elements.remove(object);
    }

    @Override
    public boolean removeAll(Collection<?> other) {
        return elements.removeAll(other);
    }

    @Override
    public boolean retainAll(Collection<?> other) {
        return elements.retainAll(other);
    }

    @Override
    public boolean removeIf(Predicate<? super E> condition) {
        return elements.removeIf(condition);
    }

    @Override
    public void forEach(Consumer<? super E> action) {
        elements.forEach(action);
    }

    @Override
    public void clear() {
        elements.clear();
    }

    @Override
    public Object[] toArray() {
        return elements.toArray();
    }

    @Override
    public Iterator<E> iterator() {
        return elements.iterator();
    }
}
