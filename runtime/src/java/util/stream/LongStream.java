package java.util.stream;

import java.util.LongSummaryStatistics;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.PrimitiveIterator;
import java.util.function.BiConsumer;
import java.util.function.LongBinaryOperator;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import java.util.function.LongToDoubleFunction;
import java.util.function.LongToIntFunction;
import java.util.function.LongUnaryOperator;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;

/** longs that go through functions, one by one. */
public interface LongStream extends BaseStream<Long, LongStream> {

    /** Results of a function. */
    <U> Stream<U> mapToObj(LongFunction<? extends U> function);

    /** Results of a function. */
    IntStream mapToInt(LongToIntFunction function);

    /** Results of a function. */
    LongStream map(LongUnaryOperator function);

    /** Results of a function. */
    DoubleStream mapToDouble(LongToDoubleFunction function);

    /** The elements of streams that a function gives. */
    LongStream flatMap(LongFunction<? extends LongStream> function);

    /** The elements that pass a test. */
    LongStream filter(LongPredicate test);

    /** Each element once. */
    LongStream distinct();

    /** The elements in their order. */
    LongStream sorted();

    /** The elements, which an action sees on their way. */
    LongStream peek(LongConsumer action);

    /** The first elements. */
    LongStream limit(long count);

    /** All but the first elements. */
    LongStream skip(long count);

    /** The elements before the first one that fails a test. */
    LongStream takeWhile(LongPredicate test);

    /** The elements from the first one on that fails a test. */
    LongStream dropWhile(LongPredicate test);

    /** Gives each element to an action. */
    void forEach(LongConsumer action);

    /** Gives each element to an action, in their order. */
    void forEachOrdered(LongConsumer action);

    /** Whether an element passes a test. */
    boolean anyMatch(LongPredicate test);

    /** Whether all elements pass a test. */
    boolean allMatch(LongPredicate test);

    /** Whether no element passes a test. */
    boolean noneMatch(LongPredicate test);

    /** The first element. */
    OptionalLong findFirst();

    /** An element: the first one. */
    OptionalLong findAny();

    /** Number of elements. */
    long count();

    /** The elements joined with a first value. */
    long reduce(long first, LongBinaryOperator function);

    /** The elements joined. */
    OptionalLong reduce(LongBinaryOperator function);

    /** The elements in a container. */
    <R> R collect(Supplier<R> supplier, ObjLongConsumer<R> accumulator, BiConsumer<R, R> joint);

    /** The sum. */
    long sum();

    /** The smallest element. */
    OptionalLong min();

    /** The largest element. */
    OptionalLong max();

    /** The average. */
    OptionalDouble average();

    /** Number, sum and bounds of the elements. */
    LongSummaryStatistics summaryStatistics();

    /** The elements in an array. */
    long[] toArray();

    /** The elements as objects. */
    Stream<Long> boxed();

    /** The elements one by one. */
    @Override
    PrimitiveIterator.OfLong iterator();

    /** The elements as doubles. */
    DoubleStream asDoubleStream();

    @Override
    LongStream sequential();

    @Override
    LongStream parallel();

    /** The numbers from one up to another, without this. */
    static LongStream range(long from, long to) {
        return new LongPipe(new Pipe(from >= to ? Sources.NONE : new Sources.LongRange(from, to - 1)));
    }

    /** The numbers from one up to another. */
    static LongStream rangeClosed(long from, long to) {
        return new LongPipe(new Pipe(new Sources.LongRange(from, to)));
    }

    /** No elements. */
    static LongStream empty() {
        return new LongPipe(new Pipe(Sources.NONE));
    }

    /** One element. */
    static LongStream of(long element) {
        return of(new long[] {element});
    }

    /** Some elements. */
    static LongStream of(long... elements) {
        return Sources.stream(elements, 0, elements.length);
    }

    /** A first element, then always a function of the one before. */
    static LongStream iterate(long first, LongUnaryOperator next) {
        return iterate(first, null, Objects.requireNonNull(next));
    }

    /** A first element, then always a function of the one before, as long as a test passes. */
    static LongStream iterate(long first, LongPredicate goesOn, LongUnaryOperator next) {
        return new LongPipe(new Pipe(new Source() {
            private long value;
            private boolean begun;

            @Override
            boolean next(Pipe pipe) {
                value = begun ? next.applyAsLong(value) : first;
                begun = true;
                pipe.l = value;
                return goesOn == null || goesOn.test(value);
            }
        }));
    }

    /** What a supplier gives, without end. */
    static LongStream generate(LongSupplier supplier) {
        return new LongPipe(new Pipe(new Sources.LongSupplied(Objects.requireNonNull(supplier))));
    }

    /** The elements of two streams, one after the other. */
    static LongStream concat(LongStream first, LongStream second) {
        return new LongPipe(new Pipe(new Sources.Joined(((Facade) first).use(), ((Facade) second).use())));
    }

    /** Collects elements for a stream. */
    static Builder builder() {
        return new LongPipe.Builder();
    }

    /** Collects elements for a stream. */
    interface Builder extends LongConsumer {

        /** Adds an element. */
        default Builder add(long element) {
            accept(element);
            return this;
        }

        /** The stream. */
        LongStream build();
    }
}
