package java.util.stream;

import java.util.Arrays;
import java.util.HashSet;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;

/** Stages of streams of ints. */
final class IntStages {

    private IntStages() {
    }

    /** Elements that pass a test. */
    static final class Filter extends Stage {

        private final IntPredicate function;

        Filter(IntPredicate function) {
            this.function = function;
        }

        @Override
        boolean step(Pipe pipe) {
            return function.test(pipe.i);
        }
    }

    /** Elements that an action sees. */
    static final class Peek extends Stage {

        private final IntConsumer function;

        Peek(IntConsumer function) {
            this.function = function;
        }

        @Override
        boolean step(Pipe pipe) {
            function.accept(pipe.i);
            return true;
        }
    }

    /** Elements before the first one that fails a test. */
    static final class TakeWhile extends Stage {

        private final IntPredicate function;

        TakeWhile(IntPredicate function) {
            this.function = function;
        }

        @Override
        boolean step(Pipe pipe) {
            if (function.test(pipe.i)) {
                return true;
            }
            pipe.stop();
            return false;
        }
    }

    /** Elements from the first one on that fails a test. */
    static final class DropWhile extends Stage {

        private IntPredicate function;

        DropWhile(IntPredicate function) {
            this.function = function;
        }

        @Override
        boolean step(Pipe pipe) {
            if (function != null && function.test(pipe.i)) {
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
            return seen.add(pipe.i);
        }
    }

    /** All elements, in order. */
    static final class Sorted extends Stage {

        private final IntBuffer elements = new IntBuffer();

        @Override
        boolean step(Pipe pipe) {
            elements.add(pipe.i);
            return false;
        }

        @Override
        Source end() {
            int[] all = elements.toArray();
            Arrays.sort(all);
            return new Sources.IntArray(all, 0, all.length);
        }
    }

    /** Results of a function. */
    static final class ToObj extends Stage {

        private final IntFunction<?> function;

        ToObj(IntFunction<?> function) {
            this.function = function;
        }

        @Override
        boolean step(Pipe pipe) {
            pipe.ref = function.apply(pipe.i);
            return true;
        }
    }

    /** Results of a function. */
    static final class Map extends Stage {

        private final IntUnaryOperator function;

        Map(IntUnaryOperator function) {
            this.function = function;
        }

        @Override
        boolean step(Pipe pipe) {
            pipe.i = function.applyAsInt(pipe.i);
            return true;
        }
    }

    /** Results of a function. */
    static final class ToLong extends Stage {

        private final IntToLongFunction function;

        ToLong(IntToLongFunction function) {
            this.function = function;
        }

        @Override
        boolean step(Pipe pipe) {
            pipe.l = function.applyAsLong(pipe.i);
            return true;
        }
    }

    /** Results of a function. */
    static final class ToDouble extends Stage {

        private final IntToDoubleFunction function;

        ToDouble(IntToDoubleFunction function) {
            this.function = function;
        }

        @Override
        boolean step(Pipe pipe) {
            pipe.d = function.applyAsDouble(pipe.i);
            return true;
        }
    }

    /** The elements of streams. */
    static final class FlatMap extends Stage {

        private final IntFunction<? extends IntStream> function;

        FlatMap(IntFunction<? extends IntStream> function) {
            this.function = function;
        }

        @Override
        boolean step(Pipe pipe) {
            Facade inner = (Facade) function.apply(pipe.i);
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
            pipe.ref = pipe.i;
            return true;
        }
    }

    /** Elements as another kind of number. */
    static final class AsLong extends Stage {

        @Override
        boolean step(Pipe pipe) {
            pipe.l = pipe.i;
            return true;
        }
    }

    /** Elements as another kind of number. */
    static final class AsDouble extends Stage {

        @Override
        boolean step(Pipe pipe) {
            pipe.d = pipe.i;
            return true;
        }
    }
}
