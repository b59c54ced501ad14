package java.util.stream;

import java.util.DoubleSummaryStatistics;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.PrimitiveIterator;
import java.util.function.BiConsumer;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleConsumer;
import java.util.function.DoubleFunction;
import java.util.function.DoublePredicate;
import java.util.function.DoubleToIntFunction;
import java.util.function.DoubleToLongFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ObjDoubleConsumer;
import java.util.function.Supplier;

/** A stream of doubles. */
final class DoublePipe extends Facade implements DoubleStream {

    DoublePipe(Pipe pipe) {
        super(pipe);
    }

    @Override
    public <U> Stream<U> mapToObj(DoubleFunction<? extends U> function) {
        return new RefPipe<U>(use().add(new DoubleStages.ToObj(Objects.requireNonNull(function))));
    }

    @Override
    public IntStream mapToInt(DoubleToIntFunction function) {
        return new IntPipe(use().add(new DoubleStages.ToInt(Objects.requireNonNull(function))));
    }

    @Override
    public LongStream mapToLong(DoubleToLongFunction function) {
        return new LongPipe(use().add(new DoubleStages.ToLong(Objects.requireNonNull(function))));
    }

    @Override
    public DoubleStream map(DoubleUnaryOperator function) {
        return new DoublePipe(use().add(new DoubleStages.Map(Objects.requireNonNull(function))));
    }

    @Override
    public DoubleStream flatMap(DoubleFunction<? extends DoubleStream> function) {
        return new DoublePipe(use().add(new DoubleStages.FlatMap(Objects.requireNonNull(function))));
    }

    @Override
    public DoubleStream filter(DoublePredicate test) {
        return new DoublePipe(use().add(new DoubleStages.Filter(Objects.requireNonNull(test))));
    }

    @Override
    public DoubleStream distinct() {
        return new DoublePipe(use().add(new DoubleStages.Distinct()));
    }

    @Override
    public DoubleStream sorted() {
        return new DoublePipe(use().add(new DoubleStages.Sorted()));
    }

    @Override
    public DoubleStream peek(DoubleConsumer action) {
        return new DoublePipe(use().add(new DoubleStages.Peek(Objects.requireNonNull(action))));
    }

    @Override
    public DoubleStream limit(long count) {
        return new DoublePipe(limited(count));
    }

    @Override
    public DoubleStream skip(long count) {
        return new DoublePipe(skipped(count));
    }

    @Override
    public DoubleStream takeWhile(DoublePredicate test) {
        return new DoublePipe(use().add(new DoubleStages.TakeWhile(Objects.requireNonNull(test))));
    }

    @Override
    public DoubleStream dropWhile(DoublePredicate test) {
        return new DoublePipe(use().add(new DoubleStages.DropWhile(Objects.requireNonNull(test))));
    }

    @Override
    public void forEach(DoubleConsumer action) {
        Pipe pipe = use();
        while (pipe.advance()) {
            action.accept(pipe.d);
        }
    }

    @Override
    public void forEachOrdered(DoubleConsumer action) {
        forEach(action);
    }

    @Override
    public boolean anyMatch(DoublePredicate test) {
        Pipe pipe = use();
        while (pipe.advance()) {
            if (test.test(pipe.d)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean allMatch(DoublePredicate test) {
        Pipe pipe = use();
        while (pipe.advance()) {
            if (!test.test(pipe.d)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean noneMatch(DoublePredicate test) {
        return !anyMatch(test);
    }

    @Override
    public OptionalDouble findFirst() {
        Pipe pipe = use();
        return pipe.advance() ? OptionalDouble.of(pipe.d) : OptionalDouble.empty();
    }

    @Override
    public OptionalDouble findAny() {
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
    public double reduce(double first, DoubleBinaryOperator function) {
        Pipe pipe = use();
        double result = first;
        while (pipe.advance()) {
            result = function.applyAsDouble(result, pipe.d);
        }
        return result;
    }

    @Override
    public OptionalDouble reduce(DoubleBinaryOperator function) {
        Pipe pipe = use();
        if (!pipe.advance()) {
            return OptionalDouble.empty();
        }
        double result = pipe.d;
        while (pipe.advance()) {
            result = function.applyAsDouble(result, pipe.d);
        }
        return OptionalDouble.of(result);
    }

    @Override
    public <R> R collect(Supplier<R> supplier, ObjDoubleConsumer<R> accumulator, BiConsumer<R, R> joint) {
        Pipe pipe = use();
        R result = supplier.get();
        while (pipe.advance()) {
            accumulator.accept(result, pipe.d);
        }
        return result;
    }

    @Override
    public double sum() {
        return summaryStatistics().getSum();
    }

    @Override
    public OptionalDouble min() {
        Pipe pipe = use();
        if (!pipe.advance()) {
            return OptionalDouble.empty();
        }
        double result = pipe.d;
        while (pipe.advance()) {
            result = Math.min(result, pipe.d);
        }
        return OptionalDouble.of(result);
    }

    @Override
    public OptionalDouble max() {
        Pipe pipe = use();
        if (!pipe.advance()) {
            return OptionalDouble.empty();
        }
        double result = pipe.d;
        while (pipe.advance()) {
            result = Math.max(result, pipe.d);
        }
        return OptionalDouble.of(result);
    }

    @Override
    public OptionalDouble average() {
        DoubleSummaryStatistics all = summaryStatistics();
        return all.getCount() == 0 ? OptionalDouble.empty() : OptionalDouble.of(all.getAverage());
    }

    @Override
    public DoubleSummaryStatistics summaryStatistics() {
        Pipe pipe = use();
        DoubleSummaryStatistics all = new DoubleSummaryStatistics();
        while (pipe.advance()) {
            all.accept(pipe.d);
        }
        return all;
    }

    @Override
    public double[] toArray() {
        Pipe pipe = use();
        DoubleBuffer elements = new DoubleBuffer();
        while (pipe.advance()) {
            elements.add(pipe.d);
        }
        return elements.toArray();
    }

    @Override
    public Stream<Double> boxed() {
        return new RefPipe<Double>(use().add(new DoubleStages.Boxed()));
    }

    @Override
    public PrimitiveIterator.OfDouble iterator() {
        return new Walk(use());
    }

    @Override
    public DoubleStream sequential() {
        return this;
    }

    @Override
    public DoubleStream parallel() {
        return this;
    }

    @Override
    public DoubleStream unordered() {
        return this;
    }

    @Override
    public DoubleStream onClose(Runnable action) {
        return new DoublePipe(closing(action));
    }

    /** The elements one by one. */
    private static final class Walk implements PrimitiveIterator.OfDouble {

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
        public double nextDouble() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            asked = false;
            return pipe.d;
        }
    }

    /** Elements for a stream. */
    static final class Builder implements DoubleStream.Builder {

        private DoubleBuffer elements = new DoubleBuffer();

        @Override
        public void accept(double element) {
            if (elements == null) {
                throw new IllegalStateException();
            }
            elements.add(element);
        }

        @Override
        public DoubleStream build() {
            if (elements == null) {
                throw new IllegalStateException();
            }
            DoubleStream stream = DoubleStream.of(elements.toArray());
            elements = null;
            return stream;
        }
    }
}
