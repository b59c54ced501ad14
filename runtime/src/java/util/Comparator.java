package java.util;

import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/** An order of objects. */
@FunctionalInterface
public interface Comparator<T> {

    /** Negative, 0 or positive: a stands before, with or after b. */
    int compare(T a, T b);

    /** Whether this is the same order. */
    @Override
    boolean equals(Object other);

    /** The other way round. */
    default Comparator<T> reversed() {
        return Collections.reverseOrder(this);
    }

    /** This order, then another one for what is equal here. */
    default Comparator<T> thenComparing(Comparator<? super T> other) {
        Objects.requireNonNull(other);
        Comparator<T> first = this;
        return new Comparator<T>() {
            @Override
            public int compare(T a, T b) {
                int result = first.compare(a, b);
                return result != 0 ? result : other.compare(a, b);
            }
        };
    }

    /** This order, then that of a key in an order of its own. */
    default <U> Comparator<T> thenComparing(Function<? super T, ? extends U> key, Comparator<? super U> order) {
        return thenComparing(comparing(key, order));
    }

    /** This order, then that of a key. */
    default <U extends Comparable<? super U>> Comparator<T> thenComparing(Function<? super T, ? extends U> key) {
        return thenComparing(comparing(key));
    }

    /** This order, then that of an int. */
    default Comparator<T> thenComparingInt(ToIntFunction<? super T> key) {
        return thenComparing(comparingInt(key));
    }

    /** This order, then that of a long. */
    default Comparator<T> thenComparingLong(ToLongFunction<? super T> key) {
        return thenComparing(comparingLong(key));
    }

    /** This order, then that of a double. */
    default Comparator<T> thenComparingDouble(ToDoubleFunction<? super T> key) {
        return thenComparing(comparingDouble(key));
    }

    /** The order of the objects, the other way round. */
    static <T extends Comparable<? super T>> Comparator<T> reverseOrder() {
        return Collections.reverseOrder();
    }

    /** The order of the objects. */
    static <T extends Comparable<? super T>> Comparator<T> naturalOrder() {
        return new NaturalOrder<T>();
    }

    /** An order with null at the beginning; without an order all objects are equal. */
    static <T> Comparator<T> nullsFirst(Comparator<? super T> order) {
        return new NullOrder<T>(-1, order);
    }

    /** An order with null at the end; without an order all objects are equal. */
    static <T> Comparator<T> nullsLast(Comparator<? super T> order) {
        return new NullOrder<T>(1, order);
    }

    /** The order of a key that has an order of its own. */
    static <T, U> Comparator<T> comparing(Function<? super T, ? extends U> key, Comparator<? super U> order) {
        Objects.requireNonNull(key);
        Objects.requireNonNull(order);
        return new Comparator<T>() {
            @Override
            public int compare(T a, T b) {
                return order.compare(key.apply(a), key.apply(b));
            }
        };
    }

    /** The order of a key. */
    static <T, U extends Comparable<? super U>> Comparator<T> comparing(Function<? super T, ? extends U> key) {
        Objects.requireNonNull(key);
        return new Comparator<T>() {
            @Override
            public int compare(T a, T b) {
                return key.apply(a).compareTo(key.apply(b));
            }
        };
    }

    /** The order of an int. */
    static <T> Comparator<T> comparingInt(ToIntFunction<? super T> key) {
        Objects.requireNonNull(key);
        return new Comparator<T>() {
            @Override
            public int compare(T a, T b) {
                return Integer.compare(key.applyAsInt(a), key.applyAsInt(b));
            }
        };
    }

    /** The order of a long. */
    static <T> Comparator<T> comparingLong(ToLongFunction<? super T> key) {
        Objects.requireNonNull(key);
        return new Comparator<T>() {
            @Override
            public int compare(T a, T b) {
                return Long.compare(key.applyAsLong(a), key.applyAsLong(b));
            }
        };
    }

    /** The order of a double. */
    static <T> Comparator<T> comparingDouble(ToDoubleFunction<? super T> key) {
        Objects.requireNonNull(key);
        return new Comparator<T>() {
            @Override
            public int compare(T a, T b) {
                return Double.compare(key.applyAsDouble(a), key.applyAsDouble(b));
            }
        };
    }
}
