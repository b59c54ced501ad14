package java.util;

import java.util.function.Predicate;

/** Methods of collections. */
public final class Collections {

    private Collections() {
    }

    /** Puts a list into the order of its elements. */
    public static <T extends Comparable<? super T>> void sort(List<T> list) {
        list.sort(null);
    }

    /** Puts a list into an order. */
    public static <T> void sort(List<T> list, Comparator<? super T> order) {
        list.sort(order);
    }

    /** Index of an element equal to a key in a list in order, or where it belongs, less than 0: -1 is the beginning. */
    public static <T> int binarySearch(List<? extends Comparable<? super T>> list, T key) {
        int low = 0;
        int high = list.size() - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            int side = list.get(middle).compareTo(key);
            if (side == 0) {
                return middle;
            }
            if (side < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return ~low;
    }

    /** As without an order. */
    @SuppressWarnings("unchecked")
    public static <T> int binarySearch(List<? extends T> list, T key, Comparator<? super T> order) {
        if (order == null) {
            return binarySearch((List<? extends Comparable<? super T>>) list, key);
        }
        int low = 0;
        int high = list.size() - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            int side = order.compare(list.get(middle), key);
            if (side == 0) {
                return middle;
            }
            if (side < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return ~low;
    }

    /** Turns a list round. */
    @SuppressWarnings("unchecked")
    public static void reverse(List<?> list) {
        List<Object> objects = (List<Object>) list;
        for (int i = 0, j = objects.size() - 1; i < j; ++i, --j) {
            objects.set(i, objects.set(j, objects.get(i)));
        }
    }

    /** Exchanges two elements. */
    @SuppressWarnings("unchecked")
    public static void swap(List<?> list, int i, int j) {
        List<Object> objects = (List<Object>) list;
        objects.set(i, objects.set(j, objects.get(i)));
    }

    /** Mixes a list. */
    public static void shuffle(List<?> list) {
        shuffle(list, new Random());
    }

    /** Mixes a list. */
    public static void shuffle(List<?> list, Random random) {
        for (int i = list.size(); i > 1; --i) {
            swap(list, i - 1, random.nextInt(i));
        }
    }

    /** Moves each element up by a distance, those at the end to the beginning. */
    public static void rotate(List<?> list, int distance) {
        int size = list.size();
        int cut = size == 0 ? 0 : Math.floorMod(-distance, size);
        if (cut != 0) {
            reverse(list.subList(0, cut));
            reverse(list.subList(cut, size));
            reverse(list);
        }
    }

    /** Puts one element in place of all. */
    public static <T> void fill(List<? super T> list, T element) {
        for (int i = list.size() - 1; i >= 0; --i) {
            list.set(i, element);
        }
    }

    /** Puts the elements of a list in place of the first ones of another. */
    public static <T> void copy(List<? super T> target, List<? extends T> source) {
        if (source.size() > target.size()) {
            throw new IndexOutOfBoundsException("Source does not fit in dest");
        }
        for (int i = 0; i < source.size(); ++i) {
            target.set(i, source.get(i));
        }
    }

    /** Puts one element in place of all that are equal to another. */
    public static <T> boolean replaceAll(List<T> list, T old, T element) {
        boolean found = false;
        for (ListIterator<T> walk = list.listIterator(); walk.hasNext();) {
            if (Objects.equals(old, walk.next())) {
                walk.set(element);
                found = true;
            }
        }
        return found;
    }

    private static boolean isAt(List<?> list, int index, List<?> part) {
        for (int i = 0; i < part.size(); ++i) {
            if (!Objects.equals(part.get(i), list.get(index + i))) {
                return false;
            }
        }
        return true;
    }

    /** Where a list is first found in another, or -1. */
    public static int indexOfSubList(List<?> list, List<?> part) {
        for (int i = 0; i <= list.size() - part.size(); ++i) {
            if (isAt(list, i, part)) {
                return i;
            }
        }
        return -1;
    }

    /** Where a list is last found in another, or -1. */
    public static int lastIndexOfSubList(List<?> list, List<?> part) {
        for (int i = list.size() - part.size(); i >= 0; --i) {
            if (isAt(list, i, part)) {
                return i;
            }
        }
        return -1;
    }

    /** The largest element. */
    public static <T extends Object & Comparable<? super T>> T max(Collection<? extends T> collection) {
        return max(collection, Comparator.<T>naturalOrder());
    }

    /** The largest element in an order. */
    @SuppressWarnings("unchecked")
    public static <T> T max(Collection<? extends T> collection, Comparator<? super T> order) {
        Comparator<Object> by = (Comparator<Object>) (order == null ? new NaturalOrder<Comparable<Object>>() : order);
        Iterator<? extends T> i = collection.iterator();
        T best = i.next();
        while (i.hasNext()) {
            T element = i.next();
            if (by.compare(element, best) > 0) {
                best = element;
            }
        }
        return best;
    }

    /** The smallest element. */
    public static <T extends Object & Comparable<? super T>> T min(Collection<? extends T> collection) {
        return min(collection, Comparator.<T>naturalOrder());
    }

    /** The smallest element in an order. */
    @SuppressWarnings("unchecked")
    public static <T> T min(Collection<? extends T> collection, Comparator<? super T> order) {
        Comparator<Object> by = (Comparator<Object>) (order == null ? new NaturalOrder<Comparable<Object>>() : order);
        Iterator<? extends T> i = collection.iterator();
        T best = i.next();
        while (i.hasNext()) {
            T element = i.next();
            if (by.compare(element, best) < 0) {
                best = element;
            }
        }
        return best;
    }

    /** How many elements are equal to an object. */
    public static int frequency(Collection<?> collection, Object object) {
        int count = 0;
        for (Object element : collection) {
            if (Objects.equals(object, element)) {
                ++count;
            }
        }
        return count;
    }

    /** Whether two collections have no element in common. */
    public static boolean disjoint(Collection<?> a, Collection<?> b) {
        // The set answers faster.
        Collection<?> walked = a instanceof Set ? b : a;
        Collection<?> asked = walked == a ? b : a;
        for (Object element : walked) {
            if (asked.contains(element)) {
                return false;
            }
        }
        return true;
    }

    /** Puts several elements into a collection. */
    @SafeVarargs
    public static <T> boolean addAll(Collection<? super T> collection, T... elements) {
        boolean changed = false;
        for (int i = 0; i < elements.length; ++i) {
            changed |= collection.add(elements[i]);
        }
        return changed;
    }

    /** The order of the elements, the other way round. */
    public static <T> Comparator<T> reverseOrder() {
        return new Reverse<T>(null);
    }

    /** An order the other way round; null is that of the elements. */
    public static <T> Comparator<T> reverseOrder(Comparator<T> order) {
        return order instanceof Reverse && ((Reverse<T>) order).order != null
                ? ((Reverse<T>) order).order : new Reverse<T>(order);
    }

    private static final class Reverse<T> implements Comparator<T> {

        private final Comparator<T> order;

        Reverse(Comparator<T> order) {
            this.order = order;
        }

        @Override
        @SuppressWarnings("unchecked")
        public int compare(T a, T b) {
            return order == null ? ((Comparable<T>) b).compareTo(a) : order.compare(b, a);
        }

        @Override
        @SuppressWarnings("unchecked")
        public Comparator<T> reversed() {
            return order != null ? order : (Comparator<T>) new NaturalOrder<Comparable<Object>>();
        }
    }

    /** A list without elements that never changes. */
    public static <T> List<T> emptyList() {
        return unmodifiableList(new ArrayList<T>(0));
    }

    /** A set without elements that never changes. */
    public static <T> Set<T> emptySet() {
        return unmodifiableSet(new HashSet<T>());
    }

    /** A map without keys that never changes. */
    public static <K, V> Map<K, V> emptyMap() {
        return unmodifiableMap(new HashMap<K, V>());
    }

    /** A set in order without elements that never changes. */
    public static <E> SortedSet<E> emptySortedSet() {
        return unmodifiableSortedSet(new TreeSet<E>());
    }

    /** A map in order without keys that never changes. */
    public static <K, V> SortedMap<K, V> emptySortedMap() {
        return unmodifiableSortedMap(new TreeMap<K, V>());
    }

    /** A walk through nothing. */
    public static <T> Iterator<T> emptyIterator() {
        return Unmodifiable.walk(new ArrayList<T>(0).iterator());
    }

    /** A walk through nothing. */
    public static <T> ListIterator<T> emptyListIterator() {
        return Collections.<T>emptyList().listIterator();
    }

    /** A walk through nothing. */
    public static <T> Enumeration<T> emptyEnumeration() {
        return enumeration(Collections.<T>emptyList());
    }

    /** A list of one element that never changes. */
    public static <T> List<T> singletonList(T element) {
        return nCopies(1, element);
    }

    /** A set of one element that never changes. */
    public static <T> Set<T> singleton(T element) {
        Set<T> set = new HashSet<T>(1);
        set.add(element);
        return unmodifiableSet(set);
    }

    /** A map of one key that never changes. */
    public static <K, V> Map<K, V> singletonMap(K key, V value) {
        Map<K, V> map = new HashMap<K, V>(1);
        map.put(key, value);
        return unmodifiableMap(map);
    }

    /** A list of one element a number of times that never changes. */
    public static <T> List<T> nCopies(int n, T element) {
        if (n < 0) {
            throw new IllegalArgumentException("List length = " + n);
        }
        return unmodifiableList(new Copies<T>(n, element));
    }

    private static final class Copies<T> extends AbstractList<T> implements RandomAccess {

        private final int n;
        private final T element;

        Copies(int n, T element) {
            this.n = n;
            this.element = element;
        }

        @Override
        public int size() {
            return n;
        }

        @Override
        public T get(int index) {
            if (index < 0 || index >= n) {
                throw new IndexOutOfBoundsException("Index: " + index + ", Size: " + n);
            }
            return element;
        }
    }

    /** A walk through a collection. */
    public static <T> Enumeration<T> enumeration(Collection<T> collection) {
        Iterator<T> walk = collection.iterator();
        return new Enumeration<T>() {
            @Override
            public boolean hasMoreElements() {
                return walk.hasNext();
            }

            @Override
            public T nextElement() {
                return walk.next();
            }
        };
    }

    /** The elements of a walk. */
    public static <T> ArrayList<T> list(Enumeration<T> walk) {
        ArrayList<T> list = new ArrayList<T>();
        while (walk.hasMoreElements()) {
            list.add(walk.nextElement());
        }
        return list;
    }

    /** The set of the keys of an empty map. */
    public static <E> Set<E> newSetFromMap(Map<E, Boolean> map) {
        if (!map.isEmpty()) {
            throw new IllegalArgumentException("Map is non-empty");
        }
        return new KeysAsSet<E>(map);
    }

    private static final class KeysAsSet<E> extends AbstractSet<E> {

        private final Map<E, Boolean> map;

        KeysAsSet(Map<E, Boolean> map) {
            this.map = map;
        }

        @Override
        public int size() {
            return map.size();
        }

        @Override
        public boolean contains(Object object) {
            return map.containsKey(object);
        }

        @Override
        public boolean add(E element) {
            return map.put(element, Boolean.TRUE) == null;
        }

        @Override
        public boolean remove(Object object) {
            return map.remove(object) != null;
        }

        @Override
        public boolean removeIf(Predicate<? super E> condition) {
            return map.keySet().removeIf(condition);
        }

        @Override
        public void clear() {
            map.clear();
        }

        @Override
        public Iterator<E> iterator() {
            return map.keySet().iterator();
        }
    }

    /** A queue with two ends as a pile: what came last goes first. */
    public static <T> Queue<T> asLifoQueue(Deque<T> deque) {
        return new Pile<T>(Objects.requireNonNull(deque));
    }

    private static final class Pile<E> extends AbstractQueue<E> {

        private final Deque<E> deque;

        Pile(Deque<E> deque) {
            this.deque = deque;
        }

        @Override
        public int size() {
            return deque.size();
        }

        @Override
        public boolean offer(E element) {
            return deque.offerFirst(element);
        }

        @Override
        public boolean add(E element) {
            deque.addFirst(element);
            return true;
        }

        @Override
        public E poll() {
            return deque.pollFirst();
        }

        @Override
        public E peek() {
            return deque.peekFirst();
        }

        @Override
        public Iterator<E> iterator() {
            return deque.iterator();
        }
    }

    /** A view that refuses changes. */
    public static <T> Collection<T> unmodifiableCollection(Collection<? extends T> collection) {
        return new Unmodifiable.OfCollection<T>(collection);
    }

    /** A view that refuses changes. */
    public static <T> List<T> unmodifiableList(List<? extends T> list) {
        return list instanceof RandomAccess ? new Unmodifiable.OfFastList<T>(list) : new Unmodifiable.OfList<T>(list);
    }

    /** A view that refuses changes. */
    public static <T> Set<T> unmodifiableSet(Set<? extends T> set) {
        return new Unmodifiable.OfSet<T>(set);
    }

    /** A view that refuses changes. */
    public static <T> SortedSet<T> unmodifiableSortedSet(SortedSet<T> set) {
        return new Unmodifiable.OfSortedSet<T>(set);
    }

    /** A view that refuses changes. */
    public static <K, V> Map<K, V> unmodifiableMap(Map<? extends K, ? extends V> map) {
        return new Unmodifiable.OfMap<K, V>(map);
    }

    /** A view that refuses changes. */
    public static <K, V> SortedMap<K, V> unmodifiableSortedMap(SortedMap<K, ? extends V> map) {
        return new Unmodifiable.OfSortedMap<K, V>(map);
    }

    /** A view for several threads. */
    public static <T> Collection<T> synchronizedCollection(Collection<T> collection) {
        return new Synchronized.OfCollection<T>(collection, null);
    }

    /** A view for several threads. */
    public static <T> List<T> synchronizedList(List<T> list) {
        return new Synchronized.OfList<T>(list, null);
    }

    /** A view for several threads. */
    public static <T> Set<T> synchronizedSet(Set<T> set) {
        return new Synchronized.OfSet<T>(set, null);
    }

    /** A view for several threads. */
    public static <K, V> Map<K, V> synchronizedMap(Map<K, V> map) {
        return new Synchronized.OfMap<K, V>(map);
    }

    /** A view that takes only elements of a type. */
    public static <E> Collection<E> checkedCollection(Collection<E> collection, Class<E> type) {
        return new Checked.Elements<E>(collection, type);
    }

    /** A view that takes only elements of a type. */
    public static <E> List<E> checkedList(List<E> list, Class<E> type) {
        return new Checked.Items<E>(list, type);
    }

    /** A view that takes only elements of a type. */
    public static <E> Set<E> checkedSet(Set<E> set, Class<E> type) {
        return new Checked.Members<E>(set, type);
    }

    /** A view that takes only elements of a type. */
    public static <E> Queue<E> checkedQueue(Queue<E> queue, Class<E> type) {
        return new Checked.Line<E>(queue, type);
    }

    /** A view that takes only keys and values of two types. */
    public static <K, V> Map<K, V> checkedMap(Map<K, V> map, Class<K> keys, Class<V> values) {
        return new Checked.Pairs<K, V>(map, keys, values);
    }
}
