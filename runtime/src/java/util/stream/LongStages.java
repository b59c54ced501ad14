package java.util.stream;

import java.util.Arrays;
import java.util.HashSet;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.function.LongPredicate;
import java.util.function.LongToDoubleFunction;
import java.util.function.LongToIntFunction;
import java.util.function.LongUnaryOperator;

/** Stages of streams of longs. */
final class LongStages {

    private LongStages() {
    }

    /** Elements that pass a test. */
    static final class Filter extends Stage {

        private final LongPredicate function;

        Filter(LongPredicate function) {
            this.function = function;
        }

        @Override
        boolean step(Pipe pipe) {
            return function.test(pipe.l);
        }
    }

    /** Elements that an action sees. */
    static final class Peek extends Stage {

        private final LongConsumer function;

        Peek(LongConsumer function) {
            this.function = function;
        }

        @Override
        boolean step(Pipe pipe) {
            function.accept(pipe.l);
            return true;
        }
    }

    /** Elements before the first one that fails a test. */
    static final class TakeWhile extends Stage {

        private final LongPredicate function;

        TakeWhile(LongPredicate function) {
            this.function = function;
        }

        @Override
        boolean step(Pipe pipe) {
            if (function.test(pipe.l)) {
                return true;
            }
            pipe.stop();
            return false;
        }
    }

    /** Elements from the first one on that fails a test. */
    static final class DropWhile extends Stage {

        private LongPredicate function;

        DropWhile(LongPredicate function) {
            this.function = function;
        }

        @Override
        boolean step(Pipe pipe) {
            if (function != null && function.test(pipe.l)) {
                return false;
            }
            function = null;
            return true;
        }
    }

    /** Elements that were not there before. */
    static final class Distinct extends Stage {

        private final HashSet<Object> seen = new HashSet<Object>();

        @Override
        boolean step(Pipe pipe) {
            return seen.add(pipe.l);
        }
    }

    /** All elements, in order. */
    static final class Sorted extends Stage {

        private final LongBuffer elements = new LongBuffer();

        @Override
        boolean step(Pipe pipe) {
            elements.add(pipe.l);
            return false;
        }

        @Override
        Source end() {
            long[] all = elements.toArray();
            Arrays.sort(all);
            return new Sources.LongArray(all, 0, all.length);
        }
    }

    /** Results of a function. */
    static final class ToObj extends Stage {

        private final LongFunction<?> function;

        ToObj(LongFunction<?> function) {
            this.function = function;
        }

        @Override
        boolean step(Pipe pipe) {
            pipe.ref = function.apply(pipe.l);
            return true;
        }
    }

    /** Results of a function. */
    static final class ToInt extends Stage {

        private final LongToIntFunction function;

        ToInt(LongToIntFunction function) {
            this.function = function;
        }

        @Override
        boolean step(Pipe pipe) {
            pipe.i = function.applyAsInt(pipe.l);
            return true;
        }
    }

    /** Results of a function. */
    static final class Map extends Stage {

        private final LongUnaryOperator function;

        Map(LongUnaryOperator function) {
            this.function = function;
        }

        @Override
        boolean step(Pipe pipe) {
            pipe.l = function.applyAsLong(pipe.l);
            return true;
        }
    }

    /** Results of a function. */
    static final class ToDouble extends Stage {

        private final LongToDoubleFunction function;

        ToDouble(LongToDoubleFunction function) {
            this.function = function;
        }

        @Override
        boolean step(Pipe pipe) {
            pipe.d = function.applyAsDouble(pipe.l);
            return true;
        }
    }

    /** The elements of streams. */
    static final class FlatMap extends Stage {

        private final LongFunction<? extends LongStream> function;

        FlatMap(LongFunction<? extends LongStream> function) {
            this.function = function;
        }

        @Override
        boolean step(Pipe pipe) {
            Facade inner = (Facade) function.apply(pipe.l);
            if (inner != null) {
                pipe.insert(new Sources.Other(inner.use()));
            }
            return false;
        }
    }

    /** Elements as objects. */
    static final class Boxed extends Stage {

        @Override
        boolean step(Pipe pipe) {
            pipe.ref = pipe.l;
            return true;
        }
    }

    /** Elements as another kind of number. */
    static final class AsDouble extends Stage {

        @Override
        boolean step(Pipe pipe) {
            pipe.d = pipe.l;
            return true;
        }
    }
}
