package java.util.stream;

import java.util.Collections;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;

/** A collector that is its own parts: get makes a container, accept puts an element in, apply makes the result. */
abstract class Gather<T, A, R> implements Collector<T, A, R>, Supplier<A>, BiConsumer<A, T>, Function<A, R> {

    @Override
    public final Supplier<A> supplier() {
        return this;
    }

    @Override
    public final BiConsumer<A, T> accumulator() {
        return this;
    }

    @Override
    public final Function<A, R> finisher() {
        return this;
    }

    @Override
    public final BinaryOperator<A> combiner() {
        return new BinaryOperator<A>() {
            @Override
            public A apply(A first, A second) {
                throw new UnsupportedOperationException("streams have one thread");
            }
        };
    }

    @Override
    public final Set<Characteristics> characteristics() {
        return Collections.emptySet();
    }

    @Override
    @SuppressWarnings("unchecked")
    public R apply(A container) {
        return (R) container;
    }
}
