package java.util;

/** Views of collections that look at the types of what comes in. */
final class Checked {

    private Checked() {
    }

    static <E> E check(E element, Class<E> type) {
        if (element != null && !type.isInstance(element)) {
            throw new ClassCastException("Attempt to insert " + element.getClass()
                    + " element into collection with element type " + type);
        }
        return element;
    }

    /** All elements, or none if one is of another type. */
    static <E> ArrayList<E> checkAll(Collection<? extends E> elements, Class<E> type) {
        ArrayList<E> all = new ArrayList<E>(elements);
        for (int i = 0; i < all.size(); ++i) {
            check(all.get(i), type);
        }
        return all;
    }

    /** A collection. */
    static final class Elements<E> extends AbstractCollection<E> {

        private final Collection<E> elements;
        private final Class<E> type;

        Elements(Collection<E> elements, Class<E> type) {
            this.elements = Objects.requireNonNull(elements);
            this.type = Objects.requireNonNull(type);
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
            return elements.add(check(element, type));
        }

        @Override
        public boolean addAll(Collection<? extends E> other) {
            return elements.addAll(checkAll(other, type));
        }

        @Override
        public boolean remove(Object object) {
            return elements.remove(object);
        }

        @Override
        public void clear() {
            elements.clear();
        }

        @Override
        public Iterator<E> iterator() {
            return elements.iterator();
        }

        @Override
        public String toString() {
            return elements.toString();
        }
    }

    /** A set. */
    static final class Members<E> extends AbstractSet<E> {

        private final Set<E> elements;
        private final Class<E> type;

        Members(Set<E> elements, Class<E> type) {
            this.elements = Objects.requireNonNull(elements);
            this.type = Objects.requireNonNull(type);
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
            return elements.add(check(element, type));
        }

        @Override
        public boolean addAll(Collection<? extends E> other) {
            return elements.addAll(checkAll(other, type));
        }

        @Override
        public boolean remove(Object object) {
            return elements.remove(object);
        }

        @Override
        public void clear() {
            elements.clear();
        }

        @Override
        public Iterator<E> iterator() {
            return elements.iterator();
        }

        @Override
        public String toString() {
            return elements.toString();
        }
    }

    /** A queue. */
    static final class Line<E> extends AbstractCollection<E> implements Queue<E> {

        private final Queue<E> elements;
        private final Class<E> type;

        Line(Queue<E> elements, Class<E> type) {
            this.elements = Objects.requireNonNull(elements);
            this.type = Objects.requireNonNull(type);
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
            return elements.add(check(element, type));
        }

        @Override
        public boolean addAll(Collection<? extends E> other) {
            return elements.addAll(checkAll(other, type));
        }

        @Override
        public boolean remove(Object object) {
            return elements.remove(object);
        }

        @Override
        public void clear() {
            elements.clear();
        }

        @Override
        public Iterator<E> iterator() {
            return elements.iterator();
        }

        @Override
        public String toString() {
            return elements.toString();
        }

        @Override
        public boolean offer(E element) {
            return elements.offer(check(element, type));
        }

        @Override
        public E remove() {
            return elements.remove();
        }

        @Override
        public E poll() {
            return elements.poll();
        }

        @Override
        public E element() {
            return elements.element();
        }

        @Override
        public E peek() {
            return elements.peek();
        }
    }

    /** A list. */
    static final class Items<E> extends AbstractList<E> {

        private final List<E> list;
        private final Class<E> type;

        Items(List<E> list, Class<E> type) {
            this.list = Objects.requireNonNull(list);
            this.type = Objects.requireNonNull(type);
        }

        @Override
        public int size() {
            return list.size();
        }

        @Override
        public E get(int index) {
            return list.get(index);
        }

        @Override
        public E set(int index, E element) {
            return list.set(index, check(element, type));
        }

        @Override
        public boolean add(E element) {
            return list.add(check(element, type));
        }

        @Override
        public void add(int index, E element) {
            list.add(index, check(element, type));
        }

        @Override
        public boolean addAll(Collection<? extends E> other) {
            return list.addAll(checkAll(other, type));
        }

        @Override
        public boolean addAll(int index, Collection<? extends E> other) {
            return list.addAll(index, checkAll(other, type));
        }

        @Override
        public E remove(int index) {
            return list.remove(index);
        }

        @Override
        public void clear() {
            list.clear();
        }

        @Override
        public Iterator<E> iterator() {
            return list.iterator();
        }
    }

    /** A map. */
    static final class Pairs<K, V> extends AbstractMap<K, V> {

        private final Map<K, V> map;
        private final Class<K> keys;
        private final Class<V> values;

        Pairs(Map<K, V> map, Class<K> keys, Class<V> values) {
            this.map = Objects.requireNonNull(map);
            this.keys = Objects.requireNonNull(keys);
            this.values = Objects.requireNonNull(values);
        }

        @Override
        public int size() {
            return map.size();
        }

        @Override
        public boolean containsKey(Object key) {
            return map.containsKey(key);
        }

        @Override
        public V get(Object key) {
            return map.get(key);
        }

        @Override
        public V put(K key, V value) {
            if (key != null && !keys.isInstance(key)) {
                throw new ClassCastException("Attempt to insert " + key.getClass() + " key into map with key type " + keys);
            }
            if (value != null && !values.isInstance(value)) {
                throw new ClassCastException(
                        "Attempt to insert " + value.getClass() + " value into map with value type " + values);
            }
            return map.put(key, value);
        }

        @Override
        public V remove(Object key) {
            return map.remove(key);
        }

        @Override
        public void clear() {
            map.clear();
        }

        @Override
        public Set<Map.Entry<K, V>> entrySet() {
            return map.entrySet();
        }
    }
}
