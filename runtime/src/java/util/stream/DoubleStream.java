package java.util.stream;

import java.util.DoubleSummaryStatistics;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.PrimitiveIterator;
import java.util.function.BiConsumer;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleConsumer;
import java.util.function.DoubleFunction;
import java.util.function.DoublePredicate;
import java.util.function.DoubleSupplier;
import java.util.function.DoubleToIntFunction;
import java.util.function.DoubleToLongFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ObjDoubleConsumer;
import java.util.function.Supplier;

/** doubles that go through functions, one by one. */
public interface DoubleStream extends BaseStream<Double, DoubleStream> {

    /** Results of a function. */
    <U> Stream<U> mapToObj(DoubleFunction<? extends U> function);

    /** Results of a function. */
    IntStream mapToInt(DoubleToIntFunction function);

    /** Results of a function. */
    LongStream mapToLong(DoubleToLongFunction function);

    /** Results of a function. */
    DoubleStream map(DoubleUnaryOperator function);

    /** The elements of streams that a function gives. */
    DoubleStream flatMap(DoubleFunction<? extends DoubleStream> function);

    /** The elements that pass a test. */
    DoubleStream filter(DoublePredicate test);

    /** Each element once. */
    DoubleStream distinct();

    /** The elements in their order. */
    DoubleStream sorted();

    /** The elements, which an action sees on their way. */
    DoubleStream peek(DoubleConsumer action);

    /** The first elements. */
    DoubleStream limit(long count);

    /** All but the first elements. */
    DoubleStream skip(long count);

    /** The elements before the first one that fails a test. */
    DoubleStream takeWhile(DoublePredicate test);

    /** The elements from the first one on that fails a test. */
    DoubleStream dropWhile(DoublePredicate test);

    /** Gives each element to an action. */
    void forEach(DoubleConsumer action);

    /** Gives each element to an action, in their order. */
    void forEachOrdered(DoubleConsumer action);

    /** Whether an element passes a test. */
    boolean anyMatch(DoublePredicate test);

    /** Whether all elements pass a test. */
    boolean allMatch(DoublePredicate test);

    /** Whether no element passes a test. */
    boolean noneMatch(DoublePredicate test);

    /** The first element. */
    OptionalDouble findFirst();

    /** An element: the first one. */
    OptionalDouble findAny();

    /** Number of elements. */
    long count();

    /** The elements joined with a first value. */
    double reduce(double first, DoubleBinaryOperator function);

    /** The elements joined. */
    OptionalDouble reduce(DoubleBinaryOperator function);

    /** The elements in a container. */
    <R> R collect(Supplier<R> supplier, ObjDoubleConsumer<R> accumulator, BiConsumer<R, R> joint);

    /** The sum. */
    double sum();

    /** The smallest element. */
    OptionalDouble min();

    /** The largest element. */
    OptionalDouble max();

    /** The average. */
    OptionalDouble average();

    /** Number, sum and bounds of the elements. */
    DoubleSummaryStatistics summaryStatistics();

    /** The elements in an array. */
    double[] toArray();

    /** The elements as objects. */
    Stream<Double> boxed();

    /** The elements one by one. */
    @Override
    PrimitiveIterator.OfDouble iterator();

    @Override
    DoubleStream sequential();

    @Override
    DoubleStream parallel();

    /** No elements. */
    static DoubleStream empty() {
        return new DoublePipe(new Pipe(Sources.NONE));
    }

    /** One element. */
    static DoubleStream of(double element) {
        return of(new double[] {element});
    }

    /** Some elements. */
    static DoubleStream of(double... elements) {
        return Sources.stream(elements, 0, elements.length);
    }

    /** A first element, then always a function of the one before. */
    static DoubleStream iterate(double first, DoubleUnaryOperator next) {
        return iterate(first, null, Objects.requireNonNull(next));
    }

    /** A first element, then always a function of the one before, as long as a test passes. */
    static DoubleStream iterate(double first, DoublePredicate goesOn, DoubleUnaryOperator next) {
        return new DoublePipe(new Pipe(new Source() {
            private double value;
            private boolean begun;

            @Override
            boolean next(Pipe pipe) {
                value = begun ? next.applyAsDouble(value) : first;
                begun = true;
                pipe.d = value;
                return goesOn == null || goesOn.test(value);
            }
        }));
    }

    /** What a supplier gives, without end. */
    static DoubleStream generate(DoubleSupplier supplier) {
        return new DoublePipe(new Pipe(new Sources.DoubleSupplied(Objects.requireNonNull(supplier))));
    }

    /** The elements of two streams, one after the other. */
    static DoubleStream concat(DoubleStream first, DoubleStream second) {
        return new DoublePipe(new Pipe(new Sources.Joined(((Facade) first).use(), ((Facade) second).use())));
    }

    /** Collects elements for a stream. */
    static Builder builder() {
        return new DoublePipe.Builder();
    }

    /** Collects elements for a stream. */
    interface Builder extends DoubleConsumer {

        /** Adds an element. */
        default Builder add(double element) {
            accept(element);
            return this;
        }

        /** The stream. */
        DoubleStream build();
    }
}
