package java.util.stream;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;

/** Puts elements into a container and makes a result of it. */
public interface Collector<T, A, R> {

    /** Makes containers. */
    Supplier<A> supplier();

    /** Puts an element into a container. */
    BiConsumer<A, T> accumulator();

    /** Joins two containers; streams of one thread never need it. */
    BinaryOperator<A> combiner();

    /** Makes the result. */
    Function<A, R> finisher();

    /** What is special. */
    Set<Characteristics> characteristics();

    /** What may be special. */
    enum Characteristics {
        /** Threads may share a container. */
        CONCURRENT,
        /** The order does not matter. */
        UNORDERED,
        /** The container is the result. */
        IDENTITY_FINISH
    }

    /** A collector whose container is its result. */
    static <T, R> Collector<T, R, R> of(Supplier<R> supplier, BiConsumer<R, T> accumulator, BinaryOperator<R> combiner,
            Characteristics... characteristics) {
        EnumSet<Characteristics> all = EnumSet.of(Characteristics.IDENTITY_FINISH);
        Collections.addAll(all, characteristics);
        return new CollectorParts<T, R, R>(supplier, accumulator, combiner, Function.<R>identity(), all);
    }

    /** A collector. */
    static <T, A, R> Collector<T, A, R> of(Supplier<A> supplier, BiConsumer<A, T> accumulator, BinaryOperator<A> combiner,
            Function<A, R> finisher, Characteristics... characteristics) {
        EnumSet<Characteristics> all = EnumSet.noneOf(Characteristics.class);
        Collections.addAll(all, characteristics);
        return new CollectorParts<T, A, R>(supplier, accumulator, combiner, Objects.requireNonNull(finisher), all);
    }
}
