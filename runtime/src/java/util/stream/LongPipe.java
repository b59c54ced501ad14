package java.util.stream;

import java.util.LongSummaryStatistics;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.PrimitiveIterator;
import java.util.function.BiConsumer;
import java.util.function.LongBinaryOperator;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.function.LongPredicate;
import java.util.function.LongToDoubleFunction;
import java.util.function.LongToIntFunction;
import java.util.function.LongUnaryOperator;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;

/** A stream of longs. */
final class LongPipe extends Facade implements LongStream {

    LongPipe(Pipe pipe) {
        super(pipe);
    }

    @Override
    public <U> Stream<U> mapToObj(LongFunction<? extends U> function) {
        return new RefPipe<U>(use().add(new LongStages.ToObj(Objects.requireNonNull(function))));
    }

    @Override
    public IntStream mapToInt(LongToIntFunction function) {
        return new IntPipe(use().add(new LongStages.ToInt(Objects.requireNonNull(function))));
    }

    @Override
    public LongStream map(LongUnaryOperator function) {
        return new LongPipe(use().add(new LongStages.Map(Objects.requireNonNull(function))));
    }

    @Override
    public DoubleStream mapToDouble(LongToDoubleFunction function) {
        return new DoublePipe(use().add(new LongStages.ToDouble(Objects.requireNonNull(function))));
    }

    @Override
    public LongStream flatMap(LongFunction<? extends LongStream> function) {
        return new LongPipe(use().add(new LongStages.FlatMap(Objects.requireNonNull(function))));
    }

    @Override
    public LongStream filter(LongPredicate test) {
        return new LongPipe(use().add(new LongStages.Filter(Objects.requireNonNull(test))));
    }

    @Override
    public LongStream distinct() {
        return new LongPipe(use().add(new LongStages.Distinct()));
    }

    @Override
    public LongStream sorted() {
        return new LongPipe(use().add(new LongStages.Sorted()));
    }

    @Override
    public LongStream peek(LongConsumer action) {
        return new LongPipe(use().add(new LongStages.Peek(Objects.requireNonNull(action))));
    }

    @Override
    public LongStream limit(long count) {
        return new LongPipe(limited(count));
    }

    @Override
    public LongStream skip(long count) {
        return new LongPipe(skipped(count));
    }

    @Override
    public LongStream takeWhile(LongPredicate test) {
        return new LongPipe(use().add(new LongStages.TakeWhile(Objects.requireNonNull(test))));
    }

    @Override
    public LongStream dropWhile(LongPredicate test) {
        return new LongPipe(use().add(new LongStages.DropWhile(Objects.requireNonNull(test))));
    }

    @Override
    public void forEach(LongConsumer action) {
        Pipe pipe = use();
        while (pipe.advance()) {
            action.accept(pipe.l);
        }
    }

    @Override
    public void forEachOrdered(LongConsumer action) {
        forEach(action);
    }

    @Override
    public boolean anyMatch(LongPredicate test) {
        Pipe pipe = use();
        while (pipe.advance()) {
            if (test.test(pipe.l)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean allMatch(LongPredicate test) {
        Pipe pipe = use();
        while (pipe.advance()) {
            if (!test.test(pipe.l)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean noneMatch(LongPredicate test) {
        return !anyMatch(test);
    }

    @Override
    public OptionalLong findFirst() {
        Pipe pipe = use();
        return pipe.advance() ? OptionalLong.of(pipe.l) : OptionalLong.empty();
    }

    @Override
    public OptionalLong findAny() {
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
    public long reduce(long first, LongBinaryOperator function) {
        Pipe pipe = use();
        long result = first;
        while (pipe.advance()) {
            result = function.applyAsLong(result, pipe.l);
        }
        return result;
    }

    @Override
    public OptionalLong reduce(LongBinaryOperator function) {
        Pipe pipe = use();
        if (!pipe.advance()) {
            return OptionalLong.empty();
        }
        long result = pipe.l;
        while (pipe.advance()) {
            result = function.applyAsLong(result, pipe.l);
        }
        return OptionalLong.of(result);
    }

    @Override
    public <R> R collect(Supplier<R> supplier, ObjLongConsumer<R> accumulator, BiConsumer<R, R> joint) {
        Pipe pipe = use();
        R result = supplier.get();
        while (pipe.advance()) {
            accumulator.accept(result, pipe.l);
        }
        return result;
    }

    @Override
    public long sum() {
        Pipe pipe = use();
        long sum = 0;
        while (pipe.advance()) {
            sum += pipe.l;
        }
        return sum;
    }

    @Override
    public OptionalLong min() {
        Pipe pipe = use();
        if (!pipe.advance()) {
            return OptionalLong.empty();
        }
        long result = pipe.l;
        while (pipe.advance()) {
            result = Math.min(result, pipe.l);
        }
        return OptionalLong.of(result);
    }

    @Override
    public OptionalLong max() {
        Pipe pipe = use();
        if (!pipe.advance()) {
            return OptionalLong.empty();
        }
        long result = pipe.l;
        while (pipe.advance()) {
            result = Math.max(result, pipe.l);
        }
        return OptionalLong.of(result);
    }

    @Override
    public OptionalDouble average() {
        LongSummaryStatistics all = summaryStatistics();
        return all.getCount() == 0 ? OptionalDouble.empty() : OptionalDouble.of(all.getAverage());
    }

    @Override
    public LongSummaryStatistics summaryStatistics() {
        Pipe pipe = use();
        LongSummaryStatistics all = new LongSummaryStatistics();
        while (pipe.advance()) {
            all.accept(pipe.l);
        }
        return all;
    }

    @Override
    public long[] toArray() {
        Pipe pipe = use();
        LongBuffer elements = new LongBuffer();
        while (pipe.advance()) {
            elements.add(pipe.l);
        }
        return elements.toArray();
    }

    @Override
    public Stream<Long> boxed() {
        return new RefPipe<Long>(use().add(new LongStages.Boxed()));
    }

    @Override
    public PrimitiveIterator.OfLong iterator() {
        return new Walk(use());
    }

    @Override
    public DoubleStream asDoubleStream() {
        return new DoublePipe(use().add(new LongStages.AsDouble()));
    }

    @Override
    public LongStream sequential() {
        return this;
    }

    @Override
    public LongStream parallel() {
        return this;
    }

    @Override
    public LongStream unordered() {
        return this;
    }

    @Override
    public LongStream onClose(Runnable action) {
        return new LongPipe(closing(action));
    }

    /** The elements one by one. */
    private static final class Walk implements PrimitiveIterator.OfLong {

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
        public long nextLong() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            asked = false;
            return pipe.l;
        }
    }

    /** Elements for a stream. */
    static final class Builder implements LongStream.Builder {

        private LongBuffer elements = new LongBuffer();

        @Override
        public void accept(long element) {
            if (elements == null) {
                throw new IllegalStateException();
            }
            elements.add(element);
        }

        @Override
        public LongStream build() {
            if (elements == null) {
                throw new IllegalStateException();
            }
            LongStream stream = LongStream.of(elements.toArray());
            elements = null;
            return stream;
        }
    }
}
