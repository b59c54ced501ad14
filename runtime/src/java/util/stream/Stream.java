package java.util.stream;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;

/** Objects that go through functions, one by one. */
public interface Stream<T> extends BaseStream<T, Stream<T>> {

    /** Results of a function. */
    <R> Stream<R> map(Function<? super T, ? extends R> function);

    /** Results of a function. */
    IntStream mapToInt(ToIntFunction<? super T> function);

    /** Results of a function. */
    LongStream mapToLong(ToLongFunction<? super T> function);

    /** Results of a function. */
    DoubleStream mapToDouble(ToDoubleFunction<? super T> function);

    /** The elements of streams that a function gives. */
    <R> Stream<R> flatMap(Function<? super T, ? extends Stream<? extends R>> function);

    /** The elements of streams that a function gives. */
    IntStream flatMapToInt(Function<? super T, ? extends IntStream> function);

    /** The elements of streams that a function gives. */
    LongStream flatMapToLong(Function<? super T, ? extends LongStream> function);

    /** The elements of streams that a function gives. */
    DoubleStream flatMapToDouble(Function<? super T, ? extends DoubleStream> function);

    /** What a function hands to a consumer. */
    <R> Stream<R> mapMulti(BiConsumer<? super T, ? super Consumer<R>> function);

    /** The elements that pass a test. */
    Stream<T> filter(Predicate<? super T> test);

    /** Each element once. */
    Stream<T> distinct();

    /** The elements in their order. */
    Stream<T> sorted();

    /** The elements in an order. */
    Stream<T> sorted(Comparator<? super T> order);

    /** The elements, which an action sees on their way. */
    Stream<T> peek(Consumer<? super T> action);

    /** The first elements. */
    Stream<T> limit(long count);

    /** All but the first elements. */
    Stream<T> skip(long count);

    /** The elements before the first one that fails a test. */
    Stream<T> takeWhile(Predicate<? super T> test);

    /** The elements from the first one on that fails a test. */
    Stream<T> dropWhile(Predicate<? super T> test);

    /** Gives each element to an action. */
    void forEach(Consumer<? super T> action);

    /** Gives each element to an action, in their order. */
    void forEachOrdered(Consumer<? super T> action);

    /** Whether an element passes a test. */
    boolean anyMatch(Predicate<? super T> test);

    /** Whether all elements pass a test. */
    boolean allMatch(Predicate<? super T> test);

    /** Whether no element passes a test. */
    boolean noneMatch(Predicate<? super T> test);

    /** The first element. */
    Optional<T> findFirst();

    /** An element: the first one. */
    Optional<T> findAny();

    /** Number of elements. */
    long count();

    /** The elements joined with a first value. */
    T reduce(T first, BinaryOperator<T> function);

    /** The elements joined. */
    Optional<T> reduce(BinaryOperator<T> function);

    /** The elements joined with a first value of another type. */
    <U> U reduce(U first, BiFunction<U, ? super T, U> function, BinaryOperator<U> joint);

    /** The elements in a container. */
    <R> R collect(Supplier<R> supplier, BiConsumer<R, ? super T> accumulator, BiConsumer<R, R> joint);

    /** The elements in what a collector makes. */
    <R, A> R collect(Collector<? super T, A, R> collector);

    /** The smallest element. */
    Optional<T> min(Comparator<? super T> order);

    /** The largest element. */
    Optional<T> max(Comparator<? super T> order);

    /** The elements in an array. */
    Object[] toArray();

    /** The elements in an array that a function makes. */
    <A> A[] toArray(IntFunction<A[]> maker);

    /** The elements in a list that never changes. */
    List<T> toList();

    /** No elements. */
    static <T> Stream<T> empty() {
        return new RefPipe<T>(new Pipe(Sources.NONE));
    }

    /** One element. */
    static <T> Stream<T> of(T element) {
        return Sources.stream(Collections.singletonList(element));
    }

    /** One element, or none if it is null. */
    static <T> Stream<T> ofNullable(T element) {
        return element == null ? Stream.<T>empty() : of(element);
    }

    /** Some elements. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    static <T> Stream<T> of(T... elements) {
        return Sources.stream(elements, 0, elements.length);
    }

    /** A first element, then always a function of the one before. */
    static <T> Stream<T> iterate(T first, UnaryOperator<T> next) {
        return iterate(first, null, Objects.requireNonNull(next));
    }

    /** A first element, then always a function of the one before, as long as a test passes. */
    static <T> Stream<T> iterate(T first, Predicate<? super T> goesOn, UnaryOperator<T> next) {
        return new RefPipe<T>(new Pipe(new Source() {
            private T value;
            private boolean begun;

            @Override
            boolean next(Pipe pipe) {
                value = begun ? next.apply(value) : first;
                begun = true;
                pipe.ref = value;
                return goesOn == null || goesOn.test(value);
            }
        }));
    }

    /** What a supplier gives, without end. */
    static <T> Stream<T> generate(Supplier<? extends T> supplier) {
        return new RefPipe<T>(new Pipe(new Sources.Supplied(Objects.requireNonNull(supplier))));
    }

    /** The elements of two streams, one after the other. */
    static <T> Stream<T> concat(Stream<? extends T> first, Stream<? extends T> second) {
        return new RefPipe<T>(new Pipe(new Sources.Joined(((Facade) first).use(), ((Facade) second).use())));
    }

    /** Collects elements for a stream. */
    static <T> Builder<T> builder() {
        return new RefPipe.Builder<T>();
    }

    /** Collects elements for a stream. */
    interface Builder<T> extends Consumer<T> {

        /** Adds an element. */
        default Builder<T> add(T element) {
            accept(element);
            return this;
        }

        /** The stream. */
        Stream<T> build();
    }
}
