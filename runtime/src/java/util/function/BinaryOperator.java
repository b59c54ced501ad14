package java.util.function;

import java.util.Comparator;
import java.util.Objects;

/** A function of two values of one type, which is that of the result, too. */
@FunctionalInterface
public interface BinaryOperator<T> extends BiFunction<T, T, T> {

    /** The smaller of two values in an order; the first if they are equal there. */
    static <T> BinaryOperator<T> minBy(Comparator<? super T> order) {
        Objects.requireNonNull(order);
        return new BinaryOperator<T>() {
            @Override
            public T apply(T a, T b) {
                return order.compare(a, b) <= 0 ? a : b;
            }
        };
    }

    /** The larger of two values in an order; the first if they are equal there. */
    static <T> BinaryOperator<T> maxBy(Comparator<? super T> order) {
        Objects.requireNonNull(order);
        return new BinaryOperator<T>() {
            @Override
            public T apply(T a, T b) {
                return order.compare(a, b) >= 0 ? a : b;
            }
        };
    }
}
