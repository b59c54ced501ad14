package java.util.stream;

import java.util.IntSummaryStatistics;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.PrimitiveIterator;
import java.util.function.BiConsumer;
import java.util.function.IntBinaryOperator;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntSupplier;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;

/** ints that go through functions, one by one. */
public interface IntStream extends BaseStream<Integer, IntStream> {

    /** Results of a function. */
    <U> Stream<U> mapToObj(IntFunction<? extends U> function);

    /** Results of a function. */
    IntStream map(IntUnaryOperator function);

    /** Results of a function. */
    LongStream mapToLong(IntToLongFunction function);

    /** Results of a function. */
    DoubleStream mapToDouble(IntToDoubleFunction function);

    /** The elements of streams that a function gives. */
    IntStream flatMap(IntFunction<? extends IntStream> function);

    /** The elements that pass a test. */
    IntStream filter(IntPredicate test);

    /** Each element once. */
    IntStream distinct();

    /** The elements in their order. */
    IntStream sorted();

    /** The elements, which an action sees on their way. */
    IntStream peek(IntConsumer action);

    /** The first elements. */
    IntStream limit(long count);

    /** All but the first elements. */
    IntStream skip(long count);

    /** The elements before the first one that fails a test. */
    IntStream takeWhile(IntPredicate test);

    /** The elements from the first one on that fails a test. */
    IntStream dropWhile(IntPredicate test);

    /** Gives each element to an action. */
    void forEach(IntConsumer action);

    /** Gives each element to an action, in their order. */
    void forEachOrdered(IntConsumer action);

    /** Whether an element passes a test. */
    boolean anyMatch(IntPredicate test);

    /** Whether all elements pass a test. */
    boolean allMatch(IntPredicate test);

    /** Whether no element passes a test. */
    boolean noneMatch(IntPredicate test);

    /** The first element. */
    OptionalInt findFirst();

    /** An element: the first one. */
    OptionalInt findAny();

    /** Number of elements. */
    long count();

    /** The elements joined with a first value. */
    int reduce(int first, IntBinaryOperator function);

    /** The elements joined. */
    OptionalInt reduce(IntBinaryOperator function);

    /** The elements in a container. */
    <R> R collect(Supplier<R> supplier, ObjIntConsumer<R> accumulator, BiConsumer<R, R> joint);

    /** The sum. */
    int sum();

    /** The smallest element. */
    OptionalInt min();

    /** The largest element. */
    OptionalInt max();

    /** The average. */
    OptionalDouble average();

    /** Number, sum and bounds of the elements. */
    IntSummaryStatistics summaryStatistics();

    /** The elements in an array. */
    int[] toArray();

    /** The elements as objects. */
    Stream<Integer> boxed();

    /** The elements one by one. */
    @Override
    PrimitiveIterator.OfInt iterator();

    /** The elements as longs. */
    LongStream asLongStream();

    /** The elements as doubles. */
    DoubleStream asDoubleStream();

    @Override
    IntStream sequential();

    @Override
    IntStream parallel();

    /** The numbers from one up to another, without this. */
    static IntStream range(int from, int to) {
        return new IntPipe(new Pipe(from >= to ? Sources.NONE : new Sources.IntRange(from, to - 1)));
    }

    /** The numbers from one up to another. */
    static IntStream rangeClosed(int from, int to) {
        return new IntPipe(new Pipe(new Sources.IntRange(from, to)));
    }

    /** No elements. */
    static IntStream empty() {
        return new IntPipe(new Pipe(Sources.NONE));
    }

    /** One element. */
    static IntStream of(int element) {
        return of(new int[] {element});
    }

    /** Some elements. */
    static IntStream of(int... elements) {
        return Sources.stream(elements, 0, elements.length);
    }

    /** A first element, then always a function of the one before. */
    static IntStream iterate(int first, IntUnaryOperator next) {
        return iterate(first, null, Objects.requireNonNull(next));
    }

    /** A first element, then always a function of the one before, as long as a test passes. */
    static IntStream iterate(int first, IntPredicate goesOn, IntUnaryOperator next) {
        return new IntPipe(new Pipe(new Source() {
            private int value;
            private boolean begun;

            @Override
            boolean next(Pipe pipe) {
                value = begun ? next.applyAsInt(value) : first;
                begun = true;
                pipe.i = value;
                return goesOn == null || goesOn.test(value);
            }
        }));
    }

    /** What a supplier gives, without end. */
    static IntStream generate(IntSupplier supplier) {
        return new IntPipe(new Pipe(new Sources.IntSupplied(Objects.requireNonNull(supplier))));
    }

    /** The elements of two streams, one after the other. */
    static IntStream concat(IntStream first, IntStream second) {
        return new IntPipe(new Pipe(new Sources.Joined(((Facade) first).use(), ((Facade) second).use())));
    }

    /** Collects elements for a stream. */
    static Builder builder() {
        return new IntPipe.Builder();
    }

    /** Collects elements for a stream. */
    interface Builder extends IntConsumer {

        /** Adds an element. */
        default Builder add(int element) {
            accept(element);
            return this;
        }

        /** The stream. */
        IntStream build();
    }
}
