package java.util;

/** An order of pairs by their keys or by their values. */
final class EntryOrder<K, V, T> implements Comparator<Map.Entry<K, V>> {

    private final boolean byKey;
    private final Comparator<? super T> order;

    EntryOrder(boolean byKey, Comparator<? super T> order) {
        this.byKey = byKey;
        this.order = order;
    }

    @Override
    @SuppressWarnings("unchecked")
    public int compare(Map.Entry<K, V> a, Map.Entry<K, V> b) {
        return byKey ? order.compare((T) a.getKey(), (T) b.getKey())
                : order.compare((T) a.getValue(), (T) b.getValue());
    }
}
