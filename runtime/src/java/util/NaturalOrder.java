package java.util;

/** The order that objects have themselves. */
final class NaturalOrder<T extends Comparable<? super T>> implements Comparator<T> {

    @Override
    public int compare(T a, T b) {
        return a.compareTo(Objects.requireNonNull(b));
    }

    @Override
    public Comparator<T> reversed() {
        return Collections.reverseOrder();
    }
}
