package java.util.stream;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
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

/** A stream of objects. */
final class RefPipe<T> extends Facade implements Stream<T> {

    RefPipe(Pipe pipe) {
        super(pipe);
    }

    @Override
    @SuppressWarnings("unchecked")
    public <R> Stream<R> map(Function<? super T, ? extends R> function) {
        return new RefPipe<R>(use().add(new RefStages.Map((Function<Object, ?>) Objects.requireNonNull(function))));
    }

    @Override
    @SuppressWarnings("unchecked")
    public IntStream mapToInt(ToIntFunction<? super T> function) {
        return new IntPipe(use().add(new RefStages.ToInt((ToIntFunction<Object>) Objects.requireNonNull(function))));
    }

    @Override
    @SuppressWarnings("unchecked")
    public LongStream mapToLong(ToLongFunction<? super T> function) {
        return new LongPipe(use().add(new RefStages.ToLong((ToLongFunction<Object>) Objects.requireNonNull(function))));
    }

    @Override
    @SuppressWarnings("unchecked")
    public DoubleStream mapToDouble(ToDoubleFunction<? super T> function) {
        return new DoublePipe(use()
                .add(new RefStages.ToDouble((ToDoubleFunction<Object>) Objects.requireNonNull(function))));
    }

    @Override
    @SuppressWarnings("unchecked")
    public <R> Stream<R> flatMap(Function<? super T, ? extends Stream<? extends R>> function) {
        return new RefPipe<R>(use().add(new RefStages.FlatMap((Function<Object, ?>) Objects.requireNonNull(function))));
    }

    @Override
    @SuppressWarnings("unchecked")
    public IntStream flatMapToInt(Function<? super T, ? extends IntStream> function) {
        return new IntPipe(use().add(new RefStages.FlatMap((Function<Object, ?>) Objects.requireNonNull(function))));
    }

    @Override
    @SuppressWarnings("unchecked")
    public LongStream flatMapToLong(Function<? super T, ? extends LongStream> function) {
        return new LongPipe(use().add(new RefStages.FlatMap((Function<Object, ?>) Objects.requireNonNull(function))));
    }

    @Override
    @SuppressWarnings("unchecked")
    public DoubleStream flatMapToDouble(Function<? super T, ? extends DoubleStream> function) {
        return new DoublePipe(use().add(new RefStages.FlatMap((Function<Object, ?>) Objects.requireNonNull(function))));
    }

    @Override
    @SuppressWarnings("unchecked")
    public <R> Stream<R> mapMulti(BiConsumer<? super T, ? super Consumer<R>> function) {
        return new RefPipe<R>(use()
                .add(new RefStages.MultiMap((BiConsumer<Object, Object>) (BiConsumer<?, ?>) Objects.requireNonNull(function))));
    }

    @Override
    @SuppressWarnings("unchecked")
    public Stream<T> filter(Predicate<? super T> test) {
        return new RefPipe<T>(use().add(new RefStages.Filter((Predicate<Object>) Objects.requireNonNull(test))));
    }

    @Override
    public Stream<T> distinct() {
        return new RefPipe<T>(use().add(new RefStages.Distinct()));
    }

    @Override
    @SuppressWarnings("unchecked")
    public Stream<T> sorted() {
        return new RefPipe<T>(use()
                .add(new RefStages.Sorted((Comparator<Object>) (Comparator<?>) Comparator.naturalOrder())));
    }

    @Override
    @SuppressWarnings("unchecked")
    public Stream<T> sorted(Comparator<? super T> order) {
        return new RefPipe<T>(use().add(new RefStages.Sorted((Comparator<Object>) order)));
    }

    @Override
    @SuppressWarnings("unchecked")
    public Stream<T> peek(Consumer<? super T> action) {
        return new RefPipe<T>(use().add(new RefStages.Peek((Consumer<Object>) Objects.requireNonNull(action))));
    }

    @Override
    public Stream<T> limit(long count) {
        return new RefPipe<T>(limited(count));
    }

    @Override
    public Stream<T> skip(long count) {
        return new RefPipe<T>(skipped(count));
    }

    @Override
    @SuppressWarnings("unchecked")
    public Stream<T> takeWhile(Predicate<? super T> test) {
        return new RefPipe<T>(use().add(new RefStages.TakeWhile((Predicate<Object>) Objects.requireNonNull(test))));
    }

    @Override
    @SuppressWarnings("unchecked")
    public Stream<T> dropWhile(Predicate<? super T> test) {
        return new RefPipe<T>(use().add(new RefStages.DropWhile((Predicate<Object>) Objects.requireNonNull(test))));
    }

    @Override
    @SuppressWarnings("unchecked")
    public void forEach(Consumer<? super T> action) {
        Pipe pipe = use();
        while (pipe.advance()) {
            action.accept((T) pipe.ref);
        }
    }

    @Override
    public void forEachOrdered(Consumer<? super T> action) {
        forEach(action);
    }

    @Override
    @SuppressWarnings("unchecked")
    public boolean anyMatch(Predicate<? super T> test) {
        Pipe pipe = use();
        while (pipe.advance()) {
            if (test.test((T) pipe.ref)) {
                return true;
            }
        }
        return false;
    }

    @Override
    @SuppressWarnings("unchecked")
    public boolean allMatch(Predicate<? super T> test) {
        Pipe pipe = use();
        while (pipe.advance()) {
            if (!test.test((T) pipe.ref)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean noneMatch(Predicate<? super T> test) {
        return !anyMatch(test);
    }

    @Override
    @SuppressWarnings("unchecked")
    public Optional<T> findFirst() {
        Pipe pipe = use();
        return pipe.advance() ? Optional.of((T) pipe.ref) : Optional.<T>empty();
    }

    @Override
    public Optional<T> findAny() {
        return findFirst();
    }

    @Override
    public long count() {
        Pipe pipe = use();
        int count = 0;
        while (pipe.advance()) {
            ++count;
        }
        return count;
    }

    @Override
    @SuppressWarnings("unchecked")
    public T reduce(T first, BinaryOperator<T> function) {
        Pipe pipe = use();
        T result = first;
        while (pipe.advance()) {
            result = function.apply(result, (T) pipe.ref);
        }
        return result;
    }

    @Override
    @SuppressWarnings("unchecked")
    public Optional<T> reduce(BinaryOperator<T> function) {
        Pipe pipe = use();
        if (!pipe.advance()) {
            return Optional.empty();
        }
        T result = (T) pipe.ref;
        while (pipe.advance()) {
            result = function.apply(result, (T) pipe.ref);
        }
        return Optional.of(result);
    }

    @Override
    @SuppressWarnings("unchecked")
    public <U> U reduce(U first, BiFunction<U, ? super T, U> function, BinaryOperator<U> joint) {
        Pipe pipe = use();
        U result = first;
        while (pipe.advance()) {
            result = function.apply(result, (T) pipe.ref);
        }
        return result;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <R> R collect(Supplier<R> supplier, BiConsumer<R, ? super T> accumulator, BiConsumer<R, R> joint) {
        Pipe pipe = use();
        R result = supplier.get();
        while (pipe.advance()) {
            accumulator.accept(result, (T) pipe.ref);
        }
        return result;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <R, A> R collect(Collector<? super T, A, R> collector) {
        Pipe pipe = use();
        A container = collector.supplier().get();
        BiConsumer<A, ? super T> accumulator = collector.accumulator();
        while (pipe.advance()) {
            accumulator.accept(container, (T) pipe.ref);
        }
        return collector.finisher().apply(container);
    }

    @Override
    @SuppressWarnings("unchecked")
    public Optional<T> min(Comparator<? super T> order) {
        Objects.requireNonNull(order);
        Pipe pipe = use();
        if (!pipe.advance()) {
            return Optional.empty();
        }
        T result = (T) pipe.ref;
        while (pipe.advance()) {
            if (order.compare(result, (T) pipe.ref) > 0) {
                result = (T) pipe.ref;
            }
        }
        return Optional.of(result);
    }

    @Override
    @SuppressWarnings("unchecked")
    public Optional<T> max(Comparator<? super T> order) {
        Objects.requireNonNull(order);
        Pipe pipe = use();
        if (!pipe.advance()) {
            return Optional.empty();
        }
        T result = (T) pipe.ref;
        while (pipe.advance()) {
            if (order.compare(result, (T) pipe.ref) < 0) {
                result = (T) pipe.ref;
            }
        }
        return Optional.of(result);
    }

    @Override
    public Object[] toArray() {
        return list().toArray();
    }

    @Override
    public <A> A[] toArray(IntFunction<A[]> maker) {
        ArrayList<T> list = list();
        return list.toArray(maker.apply(list.size()));
    }

    @Override
    public List<T> toList() {
        return Collections.unmodifiableList(list());
    }

    @Override
    public Iterator<T> iterator() {
        return new Walk<T>(use());
    }

    @Override
    public Stream<T> sequential() {
        return this;
    }

    @Override
    public Stream<T> parallel() {
        return this;
    }

    @Override
    public Stream<T> unordered() {
        return this;
    }

    @Override
    public Stream<T> onClose(Runnable action) {
        return new RefPipe<T>(closing(action));
    }

    @SuppressWarnings("unchecked")
    private ArrayList<T> list() {
        Pipe pipe = use();
        ArrayList<T> list = new ArrayList<T>();
        while (pipe.advance()) {
            list.add((T) pipe.ref);
        }
        return list;
    }

    /** The elements one by one. */
    private static final class Walk<T> implements Iterator<T> {

        private final Pipe pipe;
        private boolean asked;
        private boolean more;

        Walk(Pipe pipe) {
            this.pipe = pipe;
        }

        @Override
        public boolean hasNext() {
            if (!asked) {
                more = pipe.advance();
                asked = true;
            }
            return more;
        }

        @Override
        @SuppressWarnings("unchecked")
        public T next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            asked = false;
            return (T) pipe.ref;
        }
    }

    /** Elements for a stream. */
    static final class Builder<T> implements Stream.Builder<T> {

        private ArrayList<T> elements = new ArrayList<T>();

        @Override
        public void accept(T element) {
            if (elements == null) {
                throw new IllegalStateException();
            }
            elements.add(element);
        }

        @Override
        public Stream<T> build() {
            if (elements == null) {
                throw new IllegalStateException();
            }
            Stream<T> stream = Sources.stream(elements);
            elements = null;
            return stream;
        }
    }
}
