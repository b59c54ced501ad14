package java.util;

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
    public static void shuffle(List<?> list, Random random) {
        for (int i = list.size(); i > 1; --i) {
            swap(list, i - 1, random.nextInt(i));
        }
    }

    /** The largest element. */
    public static <T extends Object & Comparable<? super T>> T max(Collection<? extends T> collection) {
        Iterator<? extends T> i = collection.iterator();
        T best = i.next();
        while (i.hasNext()) {
            T element = i.next();
            if (element.compareTo(best) > 0) {
                best = element;
            }
        }
        return best;
    }

    /** The smallest element. */
    public static <T extends Object & Comparable<? super T>> T min(Collection<? extends T> collection) {
        Iterator<? extends T> i = collection.iterator();
        T best = i.next();
        while (i.hasNext()) {
            T element = i.next();
            if (element.compareTo(best) < 0) {
                best = element;
            }
        }
        return best;
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

    /** An order the other way round. */
    public static <T> Comparator<T> reverseOrder(Comparator<T> order) {
        return new Reverse<T>(order);
    }

    /** A new empty list. */
    public static <T> List<T> emptyList() {
        return new ArrayList<T>(0);
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
    }
}
