package java.util.stream;

import java.util.Arrays;
import java.util.HashSet;
import java.util.function.DoubleConsumer;
import java.util.function.DoubleFunction;
import java.util.function.DoublePredicate;
import java.util.function.DoubleToIntFunction;
import java.util.function.DoubleToLongFunction;
import java.util.function.DoubleUnaryOperator;

/** Stages of streams of doubles. */
final class DoubleStages {

    private DoubleStages() {
    }

    /** Elements that pass a test. */
    static final class Filter extends Stage {

        private final DoublePredicate function;

        Filter(DoublePredicate function) {
            this.function = function;
        }

        @Override
        boolean step(Pipe pipe) {
            return function.test(pipe.d);
        }
    }

    /** Elements that an action sees. */
    static final class Peek extends Stage {

        private final DoubleConsumer function;

        Peek(DoubleConsumer function) {
            this.function = function;
        }

        @Override
        boolean step(Pipe pipe) {
            function.accept(pipe.d);
            return true;
        }
    }

    /** Elements before the first one that fails a test. */
    static final class TakeWhile extends Stage {

        private final DoublePredicate function;

        TakeWhile(DoublePredicate function) {
            this.function = function;
        }

        @Override
        boolean step(Pipe pipe) {
            if (function.test(pipe.d)) {
                return true;
            }
            pipe.stop();
            return false;
        }
    }

    /** Elements from the first one on that fails a test. */
    static final class DropWhile extends Stage {

        private DoublePredicate function;

        DropWhile(DoublePredicate function) {
            this.function = function;
        }

        @Override
        boolean step(Pipe pipe) {
            if (function != null && function.test(pipe.d)) {
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
            return seen.add(pipe.d);
        }
    }

    /** All elements, in order. */
    static final class Sorted extends Stage {

        private final DoubleBuffer elements = new DoubleBuffer();

        @Override
        boolean step(Pipe pipe) {
            elements.add(pipe.d);
            return false;
        }

        @Override
        Source end() {
            double[] all = elements.toArray();
            Arrays.sort(all);
            return new Sources.DoubleArray(all, 0, all.length);
        }
    }

    /** Results of a function. */
    static final class ToObj extends Stage {

        private final DoubleFunction<?> function;

        ToObj(DoubleFunction<?> function) {
            this.function = function;
        }

        @Override
        boolean step(Pipe pipe) {
            pipe.ref = function.apply(pipe.d);
            return true;
        }
    }

    /** Results of a function. */
    static final class ToInt extends Stage {

        private final DoubleToIntFunction function;

        ToInt(DoubleToIntFunction function) {
            this.function = function;
        }

        @Override
        boolean step(Pipe pipe) {
            pipe.i = function.applyAsInt(pipe.d);
            return true;
        }
    }

    /** Results of a function. */
    static final class ToLong extends Stage {

        private final DoubleToLongFunction function;

        ToLong(DoubleToLongFunction function) {
            this.function = function;
        }

        @Override
        boolean step(Pipe pipe) {
            pipe.l = function.applyAsLong(pipe.d);
            return true;
        }
    }

    /** Results of a function. */
    static final class Map extends Stage {

        private final DoubleUnaryOperator function;

        Map(DoubleUnaryOperator function) {
            this.function = function;
        }

        @Override
        boolean step(Pipe pipe) {
            pipe.d = function.applyAsDouble(pipe.d);
            return true;
        }
    }

    /** The elements of streams. */
    static final class FlatMap extends Stage {

        private final DoubleFunction<? extends DoubleStream> function;

        FlatMap(DoubleFunction<? extends DoubleStream> function) {
            this.function = function;
        }

        @Override
        boolean step(Pipe pipe) {
            Facade inner = (Facade) function.apply(pipe.d);
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
            pipe.ref = pipe.d;
            return true;
        }
    }
}
