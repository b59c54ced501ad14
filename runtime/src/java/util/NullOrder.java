package java.util;

/** An order in which null is smaller or larger than all else. */
final class NullOrder<T> implements Comparator<T> {

    /** What comparing null with an object gives. */
    private final int side;
    private final Comparator<? super T> order;

    NullOrder(int side, Comparator<? super T> order) {
        this.side = side;
        this.order = order;
    }

    @Override
    public int compare(T a, T b) {
        if (a == null) {
            return b == null ? 0 : side;
        }
        if (b == null) {
            return -side;
        }
        return order == null ? 0 : order.compare(a, b);
    }

    @Override
    @SuppressWarnings("unchecked")
    public Comparator<T> thenComparing(Comparator<? super T> other) {
        Objects.requireNonNull(other);
        Comparator<T> own = (Comparator<T>) order;
        return new NullOrder<T>(side, own == null ? other : own.thenComparing(other));
    }

    @Override
    public Comparator<T> reversed() {
        return new NullOrder<T>(-side, order == null ? null : order.reversed());
    }
}
