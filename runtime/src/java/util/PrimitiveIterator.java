package java.util;

import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;

/** A walk through numbers. */
public interface PrimitiveIterator<T, C> extends Iterator<T> {

    /** Gives all numbers that are left to an action. */
    void forEachRemaining(C action);

    /** A walk through ints. */
    interface OfInt extends PrimitiveIterator<Integer, IntConsumer> {

        /** The next number. */
        int nextInt();

        @Override
        default Integer next() {
            return nextInt();
        }

        @Override
        default void forEachRemaining(IntConsumer action) {
            Objects.requireNonNull(action);
            while (hasNext()) {
                action.accept(nextInt());
            }
        }

        @Override
        default void forEachRemaining(Consumer<? super Integer> action) {
            Objects.requireNonNull(action);
            while (hasNext()) {
                action.accept(nextInt());
            }
        }
    }

    /** A walk through longs. */
    interface OfLong extends PrimitiveIterator<Long, LongConsumer> {

        /** The next number. */
        long nextLong();

        @Override
        default Long next() {
            return nextLong();
        }

        @Override
        default void forEachRemaining(LongConsumer action) {
            Objects.requireNonNull(action);
            while (hasNext()) {
                action.accept(nextLong());
            }
        }

        @Override
        default void forEachRemaining(Consumer<? super Long> action) {
            Objects.requireNonNull(action);
            while (hasNext()) {
                action.accept(nextLong());
            }
        }
    }

    /** A walk through doubles. */
    interface OfDouble extends PrimitiveIterator<Double, DoubleConsumer> {

        /** The next number. */
        double nextDouble();

        @Override
        default Double next() {
            return nextDouble();
        }

        @Override
        default void forEachRemaining(DoubleConsumer action) {
            Objects.requireNonNull(action);
            while (hasNext()) {
                action.accept(nextDouble());
            }
        }

        @Override
        default void forEachRemaining(Consumer<? super Double> action) {
            Objects.requireNonNull(action);
            while (hasNext()) {
                action.accept(nextDouble());
            }
        }
    }
}
