package java.lang;

/** Something with an order. */
public interface Comparable<T> {

    /** Negative, 0 or positive: this stands before, with or after the other. */
    int compareTo(T other);
}
