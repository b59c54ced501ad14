package java.util.concurrent;

import java.io.Serializable;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableSet;
import java.util.SortedSet;
import java.util.TreeMap;

/** A set in order that threads share: the keys of a map. */
public class ConcurrentSkipListSet<E> extends AbstractSet<E> implements NavigableSet<E>, Cloneable, Serializable {

    private final SharedNavigation<E, ?> map;

    /** An empty set in the order of the elements. */
    public ConcurrentSkipListSet() {
        this(new ConcurrentSkipListMap<E, Boolean>());
    }

    /** An empty set in an order. */
    public ConcurrentSkipListSet(Comparator<? super E> order) {
        this(new ConcurrentSkipListMap<E, Boolean>(order));
    }

    /** A set of the elements of another collection, in their order. */
    public ConcurrentSkipListSet(Collection<? extends E> other) {
        this();
        addAll(other);
    }

    /** A set of the elements of another one, in its order. */
    public ConcurrentSkipListSet(SortedSet<E> other) {
        this(new ConcurrentSkipListMap<E, Boolean>(other.comparator()));
        addAll(other);
    }

    ConcurrentSkipListSet(SharedNavigation<E, ?> map) {
        this.map = map;
    }

    @Override
    @SuppressWarnings("unchecked")
    public boolean add(E element) {
        return ((SharedNavigation<E, Boolean>) map).putIfAbsent(element, Boolean.TRUE) == null;
    }

    @Override
    public boolean remove(Object object) {
        return map.remove(object) != null;
    }

    @Override
    public ConcurrentSkipListSet<E> clone() {
        return new ConcurrentSkipListSet<E>((SortedSet<E>) this);
    }

    @Override
    public int size() {
        return map.size();
    }

    @Override
    public boolean isEmpty() {
        return map.isEmpty();
    }

    @Override
    public boolean contains(Object object) {
        return map.containsKey(object);
    }

    @Override
    public void clear() {
        map.clear();
    }

    @Override
    public Iterator<E> iterator() {
        return SharedNavigation.keys(map);
    }

    @Override
    public Iterator<E> descendingIterator() {
        return descendingSet().iterator();
    }

    @Override
    public Comparator<? super E> comparator() {
        return map.comparator();
    }

    @Override
    public E first() {
        return map.firstKey();
    }

    @Override
    public E last() {
        return map.lastKey();
    }

    @Override
    public E lower(E element) {
        return map.lowerKey(element);
    }

    @Override
    public E floor(E element) {
        return map.floorKey(element);
    }

    @Override
    public E ceiling(E element) {
        return map.ceilingKey(element);
    }

    @Override
    public E higher(E element) {
        return map.higherKey(element);
    }

    @Override
    public E pollFirst() {
        Map.Entry<E, ?> entry = map.pollFirstEntry();
        return entry == null ? null : entry.getKey();
    }

    @Override
    public E pollLast() {
        Map.Entry<E, ?> entry = map.pollLastEntry();
        return entry == null ? null : entry.getKey();
    }

    @Override
    public NavigableSet<E> descendingSet() {
        return map.descendingMap().navigableKeySet();
    }

    @Override
    public NavigableSet<E> subSet(E from, boolean fromToo, E to, boolean toToo) {
        return map.subMap(from, fromToo, to, toToo).navigableKeySet();
    }

    @Override
    public NavigableSet<E> headSet(E to, boolean toToo) {
        return map.headMap(to, toToo).navigableKeySet();
    }

    @Override
    public NavigableSet<E> tailSet(E from, boolean fromToo) {
        return map.tailMap(from, fromToo).navigableKeySet();
    }

    @Override
    public NavigableSet<E> subSet(E from, E to) {
        return subSet(from, true, to, false);
    }

    @Override
    public NavigableSet<E> headSet(E to) {
        return headSet(to, false);
    }

    @Override
    public NavigableSet<E> tailSet(E from) {
        return tailSet(from, true);
    }
}
