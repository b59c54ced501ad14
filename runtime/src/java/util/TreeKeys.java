package java.util;

/** The keys of a map in order. */
class TreeKeys<E> extends AbstractSet<E> implements NavigableSet<E> {

    /** The map; its values do not matter. */
    final Navigation<E, ?> map;

    TreeKeys(Navigation<E, ?> map) {
        this.map = map;
    }

    /** A set of the same kind for the keys of another map. */
    NavigableSet<E> of(NavigableMap<E, ?> other) {
        return other.navigableKeySet();
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
    public boolean remove(Object object) {
        int changes = map.tree().changes;
        map.remove(object);
        return map.tree().changes != changes;
    }

    @Override
    public void clear() {
        map.clear();
    }

    @Override
    @SuppressWarnings("unchecked")
    public Iterator<E> iterator() {
        return (Iterator<E>) map.walk(AbstractMap.KEYS);
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
        return of(map.descendingMap());
    }

    @Override
    public NavigableSet<E> subSet(E from, boolean fromToo, E to, boolean toToo) {
        return of(map.subMap(from, fromToo, to, toToo));
    }

    @Override
    public NavigableSet<E> headSet(E to, boolean toToo) {
        return of(map.headMap(to, toToo));
    }

    @Override
    public NavigableSet<E> tailSet(E from, boolean fromToo) {
        return of(map.tailMap(from, fromToo));
    }

    @Override
    public SortedSet<E> subSet(E from, E to) {
        return subSet(from, true, to, false);
    }

    @Override
    public SortedSet<E> headSet(E to) {
        return headSet(to, false);
    }

    @Override
    public SortedSet<E> tailSet(E from) {
        return tailSet(from, true);
    }
}
