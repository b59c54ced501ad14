package java.util.stream;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/** Stages of streams of objects. */
final class RefStages {

    private RefStages() {
    }

    /** Elements that pass a test. */
    static final class Filter extends Stage {

        private final Predicate<Object> function;

        Filter(Predicate<Object> function) {
            this.function = function;
        }

        @Override
        boolean step(Pipe pipe) {
            return function.test(pipe.ref);
        }
    }

    /** Elements that an action sees. */
    static final class Peek extends Stage {

        private final Consumer<Object> function;

        Peek(Consumer<Object> function) {
            this.function = function;
        }

        @Override
        boolean step(Pipe pipe) {
            function.accept(pipe.ref);
            return true;
        }
    }

    /** Elements before the first one that fails a test. */
    static final class TakeWhile extends Stage {

        private final Predicate<Object> function;

        TakeWhile(Predicate<Object> function) {
            this.function = function;
        }

        @Override
        boolean step(Pipe pipe) {
            if (function.test(pipe.ref)) {
                return true;
            }
            pipe.stop();
            return false;
        }
    }

    /** Elements from the first one on that fails a test. */
    static final class DropWhile extends Stage {

        private Predicate<Object> function;

        DropWhile(Predicate<Object> function) {
            this.function = function;
        }

        @Override
        boolean step(Pipe pipe) {
            if (function != null && function.test(pipe.ref)) {
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
            return seen.add(pipe.ref);
        }
    }

    /** All elements, in order. */
    static final class Sorted extends Stage {

        private final Comparator<Object> order;
        private final ArrayList<Object> elements = new ArrayList<Object>();

        Sorted(Comparator<Object> order) {
            this.order = order;
        }

        @Override
        boolean step(Pipe pipe) {
            elements.add(pipe.ref);
            return false;
        }

        @Override
        Source end() {
            Object[] all = elements.toArray();
            Arrays.sort(all, order);
            return new Sources.Array(all, 0, all.length);
        }
    }

    /** Results of a function. */
    static final class Map extends Stage {

        private final Function<Object, ?> function;

        Map(Function<Object, ?> function) {
            this.function = function;
        }

        @Override
        boolean step(Pipe pipe) {
            pipe.ref = function.apply(pipe.ref);
            return true;
        }
    }

    /** Results of a function. */
    static final class ToInt extends Stage {

        private final ToIntFunction<Object> function;

        ToInt(ToIntFunction<Object> function) {
            this.function = function;
        }

        @Override
        boolean step(Pipe pipe) {
            pipe.i = function.applyAsInt(pipe.ref);
            return true;
        }
    }

    /** Results of a function. */
    static final class ToLong extends Stage {

        private final ToLongFunction<Object> function;

        ToLong(ToLongFunction<Object> function) {
            this.function = function;
        }

        @Override
        boolean step(Pipe pipe) {
            pipe.l = function.applyAsLong(pipe.ref);
            return true;
        }
    }

    /** Results of a function. */
    static final class ToDouble extends Stage {

        private final ToDoubleFunction<Object> function;

        ToDouble(ToDoubleFunction<Object> function) {
            this.function = function;
        }

        @Override
        boolean step(Pipe pipe) {
            pipe.d = function.applyAsDouble(pipe.ref);
            return true;
        }
    }

    /** The elements of streams. */
    static final class FlatMap extends Stage {

        private final Function<Object, ?> function;

        FlatMap(Function<Object, ?> function) {
            this.function = function;
        }

        @Override
        boolean step(Pipe pipe) {
            Facade inner = (Facade) function.apply(pipe.ref);
            if (inner != null) {
                pipe.insert(new Sources.Other(inner.use()));
            }
            return false;
        }
    }

    /** What a function hands to a consumer. */
    static final class MultiMap extends Stage {

        private final BiConsumer<Object, Object> function;

        MultiMap(BiConsumer<Object, Object> function) {
            this.function = function;
        }

        @Override
        boolean step(Pipe pipe) {
            ArrayList<Object> results = new ArrayList<Object>();
            function.accept(pipe.ref, (Consumer<Object>) new Collected(results));
            pipe.insert(new Sources.Elements(results));
            return false;
        }
    }

    /** Puts elements into a list. */
    private static final class Collected implements Consumer<Object> {

        private final ArrayList<Object> list;

        Collected(ArrayList<Object> list) {
            this.list = list;
        }

        @Override
        public void accept(Object element) {
            list.add(element);
        }
    }
}
