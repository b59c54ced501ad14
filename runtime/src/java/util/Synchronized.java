package java.util;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Views of collections that hold a monitor in each call; walks have to hold it themselves. */
final class Synchronized {

    private Synchronized() {
    }

    /** A collection. */
    static class OfCollection<E> implements Collection<E> {

        /** What is behind the view. */
        final Collection<E> all;
        /** What each call locks. */
        final Object monitor;

        OfCollection(Collection<E> all, Object monitor) {
            this.all = Objects.requireNonNull(all);
            this.monitor = monitor == null ? this : monitor;
        }

        @Override
        public int size() {
            synchronized (monitor) {
                return all.size();
            }
        }

        @Override
        public boolean isEmpty() {
            synchronized (monitor) {
                return all.isEmpty();
            }
        }

        @Override
        public boolean contains(Object object) {
            synchronized (monitor) {
                return all.contains(object);
            }
        }

        @Override
        public boolean containsAll(Collection<?> others) {
            synchronized (monitor) {
                return all.containsAll(others);
            }
        }

        @Override
        public Object[] toArray() {
            synchronized (monitor) {
                return all.toArray();
            }
        }

        @Override
        public <T> T[] toArray(T[] array) {
            synchronized (monitor) {
                return all.toArray(array);
            }
        }

        @Override
        public String toString() {
            synchronized (monitor) {
                return all.toString();
            }
        }

        @Override
        public boolean add(E element) {
            synchronized (monitor) {
                return all.add(element);
            }
        }

        @Override
        public boolean addAll(Collection<? extends E> more) {
            synchronized (monitor) {
                return all.addAll(more);
            }
        }

        @Override
        public boolean remove(Object object) {
            synchronized (monitor) {
                return all.remove(object);
            }
        }

        @Override
        public boolean removeAll(Collection<?> less) {
            synchronized (monitor) {
                return all.removeAll(less);
            }
        }

        @Override
        public boolean retainAll(Collection<?> less) {
            synchronized (monitor) {
                return all.retainAll(less);
            }
        }

        @Override
        public boolean removeIf(Predicate<? super E> condition) {
            synchronized (monitor) {
                return all.removeIf(condition);
            }
        }

        @Override
        public void clear() {
            synchronized (monitor) {
                all.clear();
            }
        }

        @Override
        public void forEach(Consumer<? super E> action) {
            synchronized (monitor) {
                all.forEach(action);
            }
        }

        @Override
        public Iterator<E> iterator() {
            return all.iterator();
        }
    }

    /** A set. */
    static final class OfSet<E> extends OfCollection<E> implements Set<E> {

        OfSet(Set<E> all, Object monitor) {
            super(all, monitor);
        }

        @Override
        public boolean equals(Object object) {
            synchronized (monitor) {
                return this == object || all.equals(object);
            }
        }

        @Override
        public int hashCode() {
            synchronized (monitor) {
                return all.hashCode();
            }
        }
    }

    /** A list. */
    static final class OfList<E> extends OfCollection<E> implements List<E> {

        private final List<E> list;

        OfList(List<E> list, Object monitor) {
            super(list, monitor);
            this.list = list;
        }

        @Override
        public boolean equals(Object object) {
            synchronized (monitor) {
                return this == object || list.equals(object);
            }
        }

        @Override
        public int hashCode() {
            synchronized (monitor) {
                return list.hashCode();
            }
        }

        @Override
        public E get(int index) {
            synchronized (monitor) {
                return list.get(index);
            }
        }

        @Override
        public E set(int index, E element) {
            synchronized (monitor) {
                return list.set(index, element);
            }
        }

        @Override
        public void add(int index, E element) {
            synchronized (monitor) {
                list.add(index, element);
            }
        }

        @Override
        public boolean addAll(int index, Collection<? extends E> more) {
            synchronized (monitor) {
                return list.addAll(index, more);
            }
        }

        @Override
        public E remove(int index) {
            synchronized (monitor) {
                return list.remove(index);
            }
        }

        @Override
        public int indexOf(Object object) {
            synchronized (monitor) {
                return list.indexOf(object);
            }
        }

        @Override
        public int lastIndexOf(Object object) {
            synchronized (monitor) {
                return list.lastIndexOf(object);
            }
        }

        @Override
        public void replaceAll(UnaryOperator<E> operator) {
            synchronized (monitor) {
                list.replaceAll(operator);
            }
        }

        @Override
        public void sort(Comparator<? super E> order) {
            synchronized (monitor) {
                list.sort(order);
            }
        }

        @Override
        public ListIterator<E> listIterator() {
            return list.listIterator();
        }

        @Override
        public ListIterator<E> listIterator(int index) {
            return list.listIterator(index);
        }

        @Override
        public List<E> subList(int from, int to) {
            synchronized (monitor) {
                return new OfList<E>(list.subList(from, to), monitor);
            }
        }
    }

    /** A map. */
    static final class OfMap<K, V> implements Map<K, V> {

        private final Map<K, V> map;
        private final Object monitor = this;

        OfMap(Map<K, V> map) {
            this.map = Objects.requireNonNull(map);
        }

        @Override
        public int size() {
            synchronized (monitor) {
                return map.size();
            }
        }

        @Override
        public boolean isEmpty() {
            synchronized (monitor) {
                return map.isEmpty();
            }
        }

        @Override
        public boolean containsKey(Object key) {
            synchronized (monitor) {
                return map.containsKey(key);
            }
        }

        @Override
        public boolean containsValue(Object value) {
            synchronized (monitor) {
                return map.containsValue(value);
            }
        }

        @Override
        public V get(Object key) {
            synchronized (monitor) {
                return map.get(key);
            }
        }

        @Override
        public V put(K key, V value) {
            synchronized (monitor) {
                return map.put(key, value);
            }
        }

        @Override
        public V remove(Object key) {
            synchronized (monitor) {
                return map.remove(key);
            }
        }

        @Override
        public void putAll(Map<? extends K, ? extends V> more) {
            synchronized (monitor) {
                map.putAll(more);
            }
        }

        @Override
        public void clear() {
            synchronized (monitor) {
                map.clear();
            }
        }

        @Override
        public int hashCode() {
            synchronized (monitor) {
                return map.hashCode();
            }
        }

        @Override
        public String toString() {
            synchronized (monitor) {
                return map.toString();
            }
        }

        @Override
        public V getOrDefault(Object key, V otherwise) {
            synchronized (monitor) {
                return map.getOrDefault(key, otherwise);
            }
        }

        @Override
        public V putIfAbsent(K key, V value) {
            synchronized (monitor) {
                return map.putIfAbsent(key, value);
            }
        }

        @Override
        public boolean remove(Object key, Object value) {
            synchronized (monitor) {
                return map.remove(key, value);
            }
        }

        @Override
        public boolean replace(K key, V old, V value) {
            synchronized (monitor) {
                return map.replace(key, old, value);
            }
        }

        @Override
        public V replace(K key, V value) {
            synchronized (monitor) {
                return map.replace(key, value);
            }
        }

        @Override
        public void forEach(BiConsumer<? super K, ? super V> action) {
            synchronized (monitor) {
                map.forEach(action);
            }
        }

        @Override
        public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
            synchronized (monitor) {
                map.replaceAll(function);
            }
        }

        @Override
        public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
            synchronized (monitor) {
                return map.computeIfAbsent(key, function);
            }
        }

        @Override
        public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
            synchronized (monitor) {
                return map.computeIfPresent(key, function);
            }
        }

        @Override
        public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
            synchronized (monitor) {
                return map.compute(key, function);
            }
        }

        @Override
        public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
            synchronized (monitor) {
                return map.merge(key, value, function);
            }
        }

        @Override
        public boolean equals(Object object) {
            synchronized (monitor) {
                return this == object || map.equals(object);
            }
        }

        @Override
        public Set<K> keySet() {
            return new OfSet<K>(map.keySet(), monitor);
        }

        @Override
        public Collection<V> values() {
            return new OfCollection<V>(map.values(), monitor);
        }

        @Override
        public Set<Map.Entry<K, V>> entrySet() {
            return new OfSet<Map.Entry<K, V>>(map.entrySet(), monitor);
        }
    }
}
