package java.util.stream;

import java.util.IntSummaryStatistics;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.PrimitiveIterator;
import java.util.function.BiConsumer;
import java.util.function.IntBinaryOperator;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;

/** A stream of ints. */
final class IntPipe extends Facade implements IntStream {

    IntPipe(Pipe pipe) {
        super(pipe);
    }

    @Override
    public <U> Stream<U> mapToObj(IntFunction<? extends U> function) {
        return new RefPipe<U>(use().add(new IntStages.ToObj(Objects.requireNonNull(function))));
    }

    @Override
    public IntStream map(IntUnaryOperator function) {
        return new IntPipe(use().add(new IntStages.Map(Objects.requireNonNull(function))));
    }

    @Override
    public LongStream mapToLong(IntToLongFunction function) {
        return new LongPipe(use().add(new IntStages.ToLong(Objects.requireNonNull(function))));
    }

    @Override
    public DoubleStream mapToDouble(IntToDoubleFunction function) {
        return new DoublePipe(use().add(new IntStages.ToDouble(Objects.requireNonNull(function))));
    }

    @Override
    public IntStream flatMap(IntFunction<? extends IntStream> function) {
        return new IntPipe(use().add(new IntStages.FlatMap(Objects.requireNonNull(function))));
    }

    @Override
    public IntStream filter(IntPredicate test) {
        return new IntPipe(use().add(new IntStages.Filter(Objects.requireNonNull(test))));
    }

    @Override
    public IntStream distinct() {
        return new IntPipe(use().add(new IntStages.Distinct()));
    }

    @Override
    public IntStream sorted() {
        return new IntPipe(use().add(new IntStages.Sorted()));
    }

    @Override
    public IntStream peek(IntConsumer action) {
        return new IntPipe(use().add(new IntStages.Peek(Objects.requireNonNull(action))));
    }

    @Override
    public IntStream limit(long count) {
        return new IntPipe(limited(count));
    }

    @Override
    public IntStream skip(long count) {
        return new IntPipe(skipped(count));
    }

    @Override
    public IntStream takeWhile(IntPredicate test) {
        return new IntPipe(use().add(new IntStages.TakeWhile(Objects.requireNonNull(test))));
    }

    @Override
    public IntStream dropWhile(IntPredicate test) {
        return new IntPipe(use().add(new IntStages.DropWhile(Objects.requireNonNull(test))));
    }

    @Override
    public void forEach(IntConsumer action) {
        Pipe pipe = use();
        while (pipe.advance()) {
            action.accept(pipe.i);
        }
    }

    @Override
    public void forEachOrdered(IntConsumer action) {
        forEach(action);
    }

    @Override
    public boolean anyMatch(IntPredicate test) {
        Pipe pipe = use();
        while (pipe.advance()) {
            if (test.test(pipe.i)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean allMatch(IntPredicate test) {
        Pipe pipe = use();
        while (pipe.advance()) {
            if (!test.test(pipe.i)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean noneMatch(IntPredicate test) {
        return !anyMatch(test);
    }

    @Override
    public OptionalInt findFirst() {
        Pipe pipe = use();
        return pipe.advance() ? OptionalInt.of(pipe.i) : OptionalInt.empty();
    }

    @Override
    public OptionalInt findAny() {
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
    public int reduce(int first, IntBinaryOperator function) {
        Pipe pipe = use();
        int result = first;
        while (pipe.advance()) {
            result = function.applyAsInt(result, pipe.i);
        }
        return result;
    }

    @Override
    public OptionalInt reduce(IntBinaryOperator function) {
        Pipe pipe = use();
        if (!pipe.advance()) {
            return OptionalInt.empty();
        }
        int result = pipe.i;
        while (pipe.advance()) {
            result = function.applyAsInt(result, pipe.i);
        }
        return OptionalInt.of(result);
    }

    @Override
    public <R> R collect(Supplier<R> supplier, ObjIntConsumer<R> accumulator, BiConsumer<R, R> joint) {
        Pipe pipe = use();
        R result = supplier.get();
        while (pipe.advance()) {
            accumulator.accept(result, pipe.i);
        }
        return result;
    }

    @Override
    public int sum() {
        Pipe pipe = use();
        int sum = 0;
        while (pipe.advance()) {
            sum += pipe.i;
        }
        return sum;
    }

    @Override
    public OptionalInt min() {
        Pipe pipe = use();
        if (!pipe.advance()) {
            return OptionalInt.empty();
        }
        int result = pipe.i;
        while (pipe.advance()) {
            result = Math.min(result, pipe.i);
        }
        return OptionalInt.of(result);
    }

    @Override
    public OptionalInt max() {
        Pipe pipe = use();
        if (!pipe.advance()) {
            return OptionalInt.empty();
        }
        int result = pipe.i;
        while (pipe.advance()) {
            result = Math.max(result, pipe.i);
        }
        return OptionalInt.of(result);
    }

    @Override
    public OptionalDouble average() {
        IntSummaryStatistics all = summaryStatistics();
        return all.getCount() == 0 ? OptionalDouble.empty() : OptionalDouble.of(all.getAverage());
    }

    @Override
    public IntSummaryStatistics summaryStatistics() {
        Pipe pipe = use();
        IntSummaryStatistics all = new IntSummaryStatistics();
        while (pipe.advance()) {
            all.accept(pipe.i);
        }
        return all;
    }

    @Override
    public int[] toArray() {
        Pipe pipe = use();
        IntBuffer elements = new IntBuffer();
        while (pipe.advance()) {
            elements.add(pipe.i);
        }
        return elements.toArray();
    }

    @Override
    public Stream<Integer> boxed() {
        return new RefPipe<Integer>(use().add(new IntStages.Boxed()));
    }

    @Override
    public PrimitiveIterator.OfInt iterator() {
        return new Walk(use());
    }

    @Override
    public LongStream asLongStream() {
        return new LongPipe(use().add(new IntStages.AsLong()));
    }

    @Override
    public DoubleStream asDoubleStream() {
        return new DoublePipe(use().add(new IntStages.AsDouble()));
    }

    @Override
    public IntStream sequential() {
        return this;
    }

    @Override
    public IntStream parallel() {
        return this;
    }

    @Override
    public IntStream unordered() {
        return this;
    }

    @Override
    public IntStream onClose(Runnable action) {
        return new IntPipe(closing(action));
    }

    /** The elements one by one. */
    private static final class Walk implements PrimitiveIterator.OfInt {

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
        public int nextInt() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            asked = false;
            return pipe.i;
        }
    }

    /** Elements for a stream. */
    static final class Builder implements IntStream.Builder {

        private IntBuffer elements = new IntBuffer();

        @Override
        public void accept(int element) {
            if (elements == null) {
                throw new IllegalStateException();
            }
            elements.add(element);
        }

        @Override
        public IntStream build() {
            if (elements == null) {
                throw new IllegalStateException();
            }
            IntStream stream = IntStream.of(elements.toArray());
            elements = null;
            return stream;
        }
    }
}
