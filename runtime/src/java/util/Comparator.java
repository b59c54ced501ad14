package java.util;

/** An order of objects. */
@FunctionalInterface
public interface Comparator<T> {

    /** Negative, 0 or positive: a stands before, with or after b. */
    int compare(T a, T b);

    /** Whether this is the same order. */
    boolean equals(Object other);

    /** The other way round. */
    default Comparator<T> reversed() {
        return Collections.reverseOrder(this);
    }
}
