package java.util;

import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Views of collections that refuse changes. */
final class Unmodifiable {

    private Unmodifiable() {
    }

    /** A walk that removes nothing. */
    static <E> Iterator<E> walk(Iterator<? extends E> walk) {
        return new Iterator<E>() {
            @Override
            public boolean hasNext() {
                return walk.hasNext();
            }

            @Override
            public E next() {
                return walk.next();
            }

            @Override
            public void remove() {
                throw new UnsupportedOperationException();
            }
        };
    }

    /** A collection. */
    static class OfCollection<E> implements Collection<E> {

        /** What is behind the view. */
        final Collection<? extends E> all;

        OfCollection(Collection<? extends E> all) {
            this.all = Objects.requireNonNull(all);
        }

        @Override
        public int size() {
            return all.size();
        }

        @Override
        public boolean isEmpty() {
            return all.isEmpty();
        }

        @Override
        public boolean contains(Object object) {
            return all.contains(object);
        }

        @Override
        public boolean containsAll(Collection<?> others) {
            return all.containsAll(others);
        }

        @Override
        public Object[] toArray() {
            return all.toArray();
        }

        @Override
        public <T> T[] toArray(T[] array) {
            return all.toArray(array);
        }

        @Override
        public String toString() {
            return all.toString();
        }

        @Override
        public Iterator<E> iterator() {
            return walk(all.iterator());
        }

        @Override
        public boolean add(E element) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean addAll(Collection<? extends E> more) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean remove(Object object) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean removeAll(Collection<?> less) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean retainAll(Collection<?> less) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean removeIf(Predicate<? super E> condition) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void clear() {
            throw new UnsupportedOperationException();
        }
    }

    /** A set. */
    static class OfSet<E> extends OfCollection<E> implements Set<E> {

        OfSet(Set<? extends E> all) {
            super(all);
        }

        @Override
        public boolean equals(Object object) {
            return this == object || all.equals(object);
        }

        @Override
        public int hashCode() {
            return all.hashCode();
        }
    }

    /** A set in order. */
    static class OfSortedSet<E> extends OfSet<E> implements SortedSet<E> {

        private final SortedSet<E> set;

        OfSortedSet(SortedSet<E> set) {
            super(set);
            this.set = set;
        }

        @Override
        public Comparator<? super E> comparator() {
            return set.comparator();
        }

        @Override
        public E first() {
            return set.first();
        }

        @Override
        public E last() {
            return set.last();
        }

        @Override
        public SortedSet<E> subSet(E from, E to) {
            return new OfSortedSet<E>(set.subSet(from, to));
        }

        @Override
        public SortedSet<E> headSet(E to) {
            return new OfSortedSet<E>(set.headSet(to));
        }

        @Override
        public SortedSet<E> tailSet(E from) {
            return new OfSortedSet<E>(set.tailSet(from));
        }
    }

    /** A list. */
    static class OfList<E> extends OfCollection<E> implements List<E> {

        private final List<? extends E> list;

        OfList(List<? extends E> list) {
            super(list);
            this.list = list;
        }

        @Override
        public boolean equals(Object object) {
            return list.equals(object);
        }

        @Override
        public int hashCode() {
            return list.hashCode();
        }

        @Override
        public E get(int index) {
            return list.get(index);
        }

        @Override
        public int indexOf(Object object) {
            return list.indexOf(object);
        }

        @Override
        public int lastIndexOf(Object object) {
            return list.lastIndexOf(object);
        }

        @Override
        public List<E> subList(int from, int to) {
            return new OfList<E>(list.subList(from, to));
        }

        @Override
        public ListIterator<E> listIterator() {
            return listIterator(0);
        }

        @Override
        public ListIterator<E> listIterator(int index) {
            return new ListWalk<E>(list.listIterator(index));
        }

        @Override
        public void add(int index, E element) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean addAll(int index, Collection<? extends E> more) {
            throw new UnsupportedOperationException();
        }

        @Override
        public E set(int index, E element) {
            throw new UnsupportedOperationException();
        }

        @Override
        public E remove(int index) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void replaceAll(UnaryOperator<E> operator) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void sort(Comparator<? super E> order) {
            throw new UnsupportedOperationException();
        }
    }

    /** A list in which every element is reached in the same time. */
    static final class OfFastList<E> extends OfList<E> implements RandomAccess {

        OfFastList(List<? extends E> list) {
            super(list);
        }
    }

    /** A walk through a list in both directions. */
    private static final class ListWalk<E> implements ListIterator<E> {

        private final ListIterator<? extends E> walk;

        ListWalk(ListIterator<? extends E> walk) {
            this.walk = walk;
        }

        @Override
        public boolean hasNext() {
            return walk.hasNext();
        }

        @Override
        public E next() {
            return walk.next();
        }

        @Override
        public boolean hasPrevious() {
            return walk.hasPrevious();
        }

        @Override
        public E previous() {
            return walk.previous();
        }

        @Override
        public int nextIndex() {
            return walk.nextIndex();
        }

        @Override
        public int previousIndex() {
            return walk.previousIndex();
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

    /** A map. */
    static class OfMap<K, V> implements Map<K, V> {

        private final Map<? extends K, ? extends V> map;

        OfMap(Map<? extends K, ? extends V> map) {
            this.map = Objects.requireNonNull(map);
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
        public boolean containsKey(Object key) {
            return map.containsKey(key);
        }

        @Override
        public boolean containsValue(Object value) {
            return map.containsValue(value);
        }

        @Override
        public V get(Object key) {
            return map.get(key);
        }

        @Override
        public int hashCode() {
            return map.hashCode();
        }

        @Override
        public String toString() {
            return map.toString();
        }

        @Override
        public boolean equals(Object object) {
            return this == object || map.equals(object);
        }

        @Override
        public Set<K> keySet() {
            return new OfSet<K>(map.keySet());
        }

        @Override
        public Collection<V> values() {
            return new OfCollection<V>(map.values());
        }

        @Override
        public Set<Map.Entry<K, V>> entrySet() {
            return new OfEntries<K, V>(map);
        }

        @Override
        public V put(K key, V value) {
            throw new UnsupportedOperationException();
        }

        @Override
        public V remove(Object key) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void putAll(Map<? extends K, ? extends V> more) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void clear() {
            throw new UnsupportedOperationException();
        }

        @Override
        public V putIfAbsent(K key, V value) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean remove(Object key, Object value) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean replace(K key, V old, V value) {
            throw new UnsupportedOperationException();
        }

        @Override
        public V replace(K key, V value) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
            throw new UnsupportedOperationException();
        }

        @Override
        public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
            throw new UnsupportedOperationException();
        }

        @Override
        public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
            throw new UnsupportedOperationException();
        }

        @Override
        public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
            throw new UnsupportedOperationException();
        }

        @Override
        public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
            throw new UnsupportedOperationException();
        }
    }

    /** A map in order. */
    static class OfSortedMap<K, V> extends OfMap<K, V> implements SortedMap<K, V> {

        private final SortedMap<K, ? extends V> map;

        OfSortedMap(SortedMap<K, ? extends V> map) {
            super(map);
            this.map = map;
        }

        @Override
        public Comparator<? super K> comparator() {
            return map.comparator();
        }

        @Override
        public K firstKey() {
            return map.firstKey();
        }

        @Override
        public K lastKey() {
            return map.lastKey();
        }

        @Override
        public SortedMap<K, V> subMap(K from, K to) {
            return new OfSortedMap<K, V>(map.subMap(from, to));
        }

        @Override
        public SortedMap<K, V> headMap(K to) {
            return new OfSortedMap<K, V>(map.headMap(to));
        }

        @Override
        public SortedMap<K, V> tailMap(K from) {
            return new OfSortedMap<K, V>(map.tailMap(from));
        }
    }

    /** The pairs of a map: their values do not change either, unless they are taken out as an array. */
    private static final class OfEntries<K, V> extends OfSet<Map.Entry<K, V>> {

        @SuppressWarnings("unchecked")
        OfEntries(Map<? extends K, ? extends V> map) {
            super((Set<Map.Entry<K, V>>) (Set<?>) map.entrySet());
        }

        @Override
        public Iterator<Map.Entry<K, V>> iterator() {
            Iterator<? extends Map.Entry<K, V>> walk = all.iterator();
            return walk(new Iterator<Map.Entry<K, V>>() {
                @Override
                public boolean hasNext() {
                    return walk.hasNext();
                }

                @Override
                public Map.Entry<K, V> next() {
                    Map.Entry<K, V> entry = walk.next();
                    return new MapViews.FixedEntry<K, V>(entry.getKey(), entry.getValue());
                }
            });
        }
    }
}
