import java.util.*;

/** Methods of Collections and Arrays, immutable and guarded views, queues. */
public class CollectionMethods {

    static String refused(Runnable action) {
        try {
            action.run();
            return "done";
        } catch (RuntimeException e) {
            String name = e.getClass().getSimpleName();
            boolean own = e instanceof NullPointerException && explains(e.getMessage()) || e instanceof UnsupportedOperationException;
            return name + (own || e.getMessage() == null ? "" : ":" + e.getMessage());
        }
    }

    /** The host explains null where the machine does not. */
    static boolean explains(String message) {
        return message == null || message.startsWith("Cannot invoke");
    }

    static void algorithms() {
        List<Integer> list = new ArrayList<>(List.of(5, 3, 9, 1, 7, 3));
        Collections.shuffle(list, new Random(42));
        System.out.print(list);
        Collections.rotate(list, 2);
        System.out.print(list);
        Collections.rotate(list, -9);
        Collections.swap(list, 0, 5);
        System.out.print(list);
        Collections.sort(list, Collections.reverseOrder());
        System.out.print(list + " " + Collections.binarySearch(list, 7, Collections.reverseOrder()));
        Collections.sort(list);
        System.out.println(list + " " + Collections.binarySearch(list, 4) + Collections.binarySearch(list, 9));
        System.out.println(Collections.max(list) + " " + Collections.min(list) + Collections.max(list, Collections.reverseOrder())
                + Collections.min(list, null) + Collections.frequency(list, 3) + Collections.disjoint(list, Set.of(2, 4))
                + Collections.replaceAll(list, 3, 0) + Collections.indexOfSubList(list, List.of(0, 5))
                + Collections.lastIndexOfSubList(list, List.of(0)) + Collections.addAll(list, 8, 8) + list);
        Collections.reverse(list);
        List<Integer> copy = new LinkedList<>(Collections.nCopies(9, 0));
        Collections.copy(copy, list);
        System.out.print(copy);
        Collections.fill(copy, 4);
        System.out.println(copy + " " + Collections.list(Collections.enumeration(list)));
        Set<String> keys = Collections.newSetFromMap(new LinkedHashMap<>());
        System.out.println(keys.add("k") + " " + keys.add("k") + keys + keys.removeIf(k -> true) + keys);
        Queue<Integer> pile = Collections.asLifoQueue(new ArrayDeque<>());
        pile.add(1);
        pile.offer(2);
        System.out.println(pile + " " + pile.poll() + pile.element() + pile.remove() + pile.peek());
        System.out.println(Collections.emptyList() + "" + Collections.emptySet() + Collections.emptyMap()
                + Collections.emptySortedSet() + Collections.emptySortedMap() + Collections.emptyIterator().hasNext()
                + Collections.emptyListIterator().hasNext() + Collections.emptyEnumeration().hasMoreElements()
                + Collections.singleton(1) + Collections.singletonList(2) + Collections.singletonMap(3, 4)
                + Collections.nCopies(3, "x"));
    }

    static void immutables() {
        List<Integer> list = List.of(1, 2, 3);
        Set<String> set = Set.of("a");
        Map<String, Integer> map = Map.of("k", 1);
        System.out.println(list + " " + List.of() + List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12) + set + Set.of()
                + map + Map.of() + Map.entry("e", 2) + List.copyOf(list).equals(list) + Set.copyOf(List.of(7, 7))
                + Map.copyOf(map) + Map.ofEntries(Map.entry("x", 9)) + list.hashCode() + new TreeSet<>(Set.of(3, 1, 2))
                + new TreeMap<>(Map.of(2, "b", 1, "a")) + list.subList(1, 3) + list.indexOf(3) + list.contains(4));
        System.out.println(refused(() -> list.add(4)) + refused(() -> list.remove(0)) + refused(() -> list.set(0, 1))
                + refused(() -> list.sort(null)) + refused(() -> set.add("b")) + refused(() -> set.clear())
                + refused(() -> map.put("a", 1)) + refused(() -> map.remove("z")) + refused(() -> map.merge("a", 1, Integer::sum))
                + refused(() -> List.of(1, null)) + refused(() -> Set.of(1, 1)) + refused(() -> Map.of(1, 2, 1, 3))
                + refused(() -> list.contains(null)) + refused(() -> map.get(null)) + refused(() -> list.get(3))
                + refused(() -> Map.entry(null, 1)) + refused(() -> Map.entry(1, 2).setValue(3))
                + refused(() -> list.iterator().remove()) + refused(() -> map.entrySet().iterator().next().setValue(4))
                + refused(() -> list.removeIf(x -> false)));
    }

    static void views() {
        List<Integer> list = new ArrayList<>(List.of(4, 5, 6));
        List<Integer> view = Collections.unmodifiableList(list);
        Map<Integer, String> map = new TreeMap<>(Map.of(1, "a", 2, "b"));
        Map<Integer, String> mapView = Collections.unmodifiableMap(map);
        list.add(7);
        map.put(3, "c");
        SortedSet<Integer> sorted = Collections.unmodifiableSortedSet(new TreeSet<>(list));
        SortedMap<Integer, String> sortedMap = Collections.unmodifiableSortedMap(new TreeMap<>(map));
        System.out.println(view + " " + mapView + view.equals(list) + mapView.equals(map) + view.hashCode()
                + view.get(1) + view.subList(1, 3) + view.listIterator(2).previous() + mapView.get(2) + mapView.keySet()
                + mapView.values() + mapView.entrySet() + sorted.first() + sorted.headSet(6) + sorted.tailSet(6)
                + sorted.subSet(5, 7) + sorted.last() + sorted.comparator() + sortedMap.firstKey() + sortedMap.headMap(2)
                + sortedMap.tailMap(2) + sortedMap.subMap(1, 3) + sortedMap.lastKey()
                + Collections.unmodifiableCollection(list).contains(7) + Collections.unmodifiableSet(Set.of(1)));
        System.out.println(refused(() -> view.add(1)) + refused(() -> view.listIterator().add(1))
                + refused(() -> mapView.clear()) + refused(() -> mapView.keySet().remove(1))
                + refused(() -> sorted.remove(4)) + refused(() -> mapView.computeIfAbsent(9, k -> "z"))
                + refused(() -> view.replaceAll(x -> x)) + refused(() -> sortedMap.headMap(2).clear()));
        List<Integer> safe = Collections.synchronizedList(list);
        safe.add(8);
        safe.sort(Comparator.reverseOrder());
        safe.removeIf(x -> x == 6);
        Map<Integer, String> safeMap = Collections.synchronizedMap(map);
        safeMap.merge(3, "d", String::concat);
        Set<Integer> safeSet = Collections.synchronizedSet(new HashSet<>(list));
        Collection<Integer> safeAll = Collections.synchronizedCollection(list);
        System.out.println(safe + "" + safe.subList(1, 2) + safeMap + safeSet.contains(8) + safeAll.size()
                + safe.equals(list) + safeMap.keySet() + safeMap.hashCode() + safeMap.getOrDefault(8, "-"));
    }

    static void queues() {
        PriorityQueue<Integer> heap = new PriorityQueue<>();
        Random random = new Random(9);
        for (int i = 0; i < 25; i++) {
            heap.offer(random.nextInt(50));
        }
        System.out.println(heap + " " + heap.size() + heap.peek() + heap.contains(heap.peek()) + heap.remove(17));
        for (Iterator<Integer> i = heap.iterator(); i.hasNext();) {
            if (i.next() % 2 == 0) {
                i.remove();
            }
        }
        StringBuilder row = new StringBuilder();
        while (!heap.isEmpty()) {
            row.append(heap.poll()).append(' ');
        }
        PriorityQueue<String> byLength = new PriorityQueue<>(Comparator.comparing(String::length).reversed());
        Collections.addAll(byLength, "a", "ccc", "bb", "dddd");
        PriorityQueue<String> twin = new PriorityQueue<>(byLength);
        System.out.println(row + " " + byLength + twin.remove() + twin.element() + new PriorityQueue<>(List.of(3, 2, 1))
                + new PriorityQueue<>(new TreeSet<>(List.of(3, 2))) + (byLength.comparator() != null)
                + refused(() -> byLength.add(null)));
        ArrayDeque<Integer> deque = new ArrayDeque<>(List.of(1, 2, 3, 2, 5));
        deque.offerFirst(0);
        deque.offerLast(6);
        System.out.print(deque + " " + deque.removeFirstOccurrence(2) + deque.removeLastOccurrence(9) + deque.contains(2));
        for (Iterator<Integer> i = deque.descendingIterator(); i.hasNext();) {
            int x = i.next();
            System.out.print(x);
            if (x == 3) {
                i.remove();
            }
        }
        for (Iterator<Integer> i = deque.iterator(); i.hasNext();) {
            if (i.next() % 5 == 0) {
                i.remove();
            }
        }
        System.out.println(deque + " " + deque.clone() + deque.remove(6) + deque.remove((Integer) 6) + deque.peekLast() + deque.removeLast()
                + refused(deque::pop) + refused(() -> deque.add(null)));
        AbstractQueue<Integer> one = new AbstractQueue<>() {
            private Integer held;

            @Override
            public boolean offer(Integer x) {
                boolean free = held == null;
                held = free ? x : held;
                return free;
            }

            @Override
            public Integer poll() {
                Integer x = held;
                held = null;
                return x;
            }

            @Override
            public Integer peek() {
                return held;
            }

            @Override
            public int size() {
                return held == null ? 0 : 1;
            }

            @Override
            public Iterator<Integer> iterator() {
                return (held == null ? List.<Integer>of() : List.of(held)).iterator();
            }
        };
        System.out.println(one.add(1) + refused(() -> one.add(2)) + one.element() + one.remove() + refused(one::remove));
    }

    static void arrays() {
        String[] words = {"pear", "fig", "apple", "kiwi"};
        Arrays.sort(words, 1, 4);
        System.out.print(Arrays.toString(words));
        Arrays.sort(words);
        System.out.println(Arrays.binarySearch(words, "kiwi") + " " + Arrays.binarySearch(words, "grape")
                + Arrays.binarySearch(words, "z", Comparator.naturalOrder()) + Arrays.asList(words).indexOf("fig"));
        Object[] deep = {1, new int[] {1, 2}, new String[][] {{"a"}, {"b", null}}, new double[] {0.5}, null};
        Object[] same = {1, new int[] {1, 2}, new String[][] {{"a"}, {"b", null}}, new double[] {0.5}, null};
        System.out.println(Arrays.deepEquals(deep, same) + " " + Arrays.equals(deep, same) + Arrays.deepHashCode(deep)
                + Arrays.deepToString(deep) + Objects.deepEquals(new long[] {1}, new long[] {1})
                + Objects.deepEquals(new byte[] {1}, new short[] {1}));
        int[] ints = new int[4];
        long[] longs = new long[3];
        double[] doubles = new double[3];
        Arrays.setAll(ints, i -> i * 3);
        Arrays.setAll(longs, i -> 1L << i * 20);
        Arrays.setAll(doubles, i -> i / 4.0);
        System.out.println(Arrays.toString(ints) + Arrays.toString(longs) + Arrays.toString(doubles));
        System.out.println(Objects.hash(1, "a", null) + " " + Objects.toString(null, "none") + Objects.checkIndex(2, 3)
                + refused(() -> Objects.checkIndex(3, 3)) + refused(() -> Objects.checkFromToIndex(2, 1, 5))
                + refused(() -> Objects.checkFromIndexSize(2, 9, 5)) + refused(() -> Objects.requireNonNull(null, "m"))
                + refused(() -> Objects.requireNonNull(null, () -> "s")) + Objects.isNull(null) + Objects.nonNull(null));
    }

    public static void main(String[] args) {
        algorithms();
        immutables();
        views();
        queues();
        arrays();
    }
}
