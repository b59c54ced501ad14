package java.util.stream;

import java.util.Iterator;
import java.util.function.DoubleSupplier;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Sources of elements. */
public final class Sources {

    static final Source NONE = new None();

    private Sources() {
    }

    private static final class None extends Source {

        @Override
        boolean next(Pipe pipe) {
            return false;
        }
    }

    /** A stream of what an iterator gives; the collection makes it when the first element is asked for. */
    static final class Elements extends Source {

        private final Iterable<?> collection;
        private Iterator<?> iterator;

        Elements(Iterable<?> collection) {
            this.collection = collection;
        }

        @Override
        boolean next(Pipe pipe) {
            Iterator<?> walk = iterator;
            if (walk == null) {
                walk = collection.iterator();
                iterator = walk;
            }
            if (!walk.hasNext()) {
                return false;
            }
            pipe.ref = walk.next();
            return true;
        }
    }

    /** Elements of an array. */
    static final class Array extends Source {

        private final Object[] array;
        private int next;
        private final int end;

        Array(Object[] array, int from, int to) {
            this.array = array;
            next = from;
            end = to;
        }

        @Override
        boolean next(Pipe pipe) {
            if (next >= end) {
                return false;
            }
            pipe.ref = array[next++];
            return true;
        }
    }

    /** The elements of streams, one after the other. */
    static final class Joined extends Source {

        private final Pipe first;
        private final Pipe second;
        private boolean later;

        Joined(Pipe first, Pipe second) {
            this.first = first;
            this.second = second;
        }

        @Override
        boolean next(Pipe pipe) {
            Pipe from = first;
            if (later || !first.advance()) {
                later = true;
                from = second;
                if (!second.advance()) {
                    return false;
                }
            }
            pipe.ref = from.ref;
            pipe.i = from.i;
            pipe.l = from.l;
            pipe.d = from.d;
            return true;
        }
    }

    /** The elements of another stream. */
    static final class Other extends Source {

        private final Pipe other;

        Other(Pipe other) {
            this.other = other;
        }

        @Override
        boolean next(Pipe pipe) {
            if (!other.advance()) {
                other.close();
                return false;
            }
            pipe.ref = other.ref;
            pipe.i = other.i;
            pipe.l = other.l;
            pipe.d = other.d;
            return true;
        }
    }

    /** What a supplier gives, without end. */
    static final class Supplied extends Source {

        private final Supplier<?> supplier;

        Supplied(Supplier<?> supplier) {
            this.supplier = supplier;
        }

        @Override
        boolean next(Pipe pipe) {
            pipe.ref = supplier.get();
            return true;
        }
    }

    /** Elements of an array. */
    static final class IntArray extends Source {

        private final int[] array;
        private int next;
        private final int end;

        IntArray(int[] array, int from, int to) {
            this.array = array;
            next = from;
            end = to;
        }

        @Override
        boolean next(Pipe pipe) {
            if (next >= end) {
                return false;
            }
            pipe.i = array[next++];
            return true;
        }
    }

    /** What a supplier gives, without end. */
    static final class IntSupplied extends Source {

        private final IntSupplier supplier;

        IntSupplied(IntSupplier supplier) {
            this.supplier = supplier;
        }

        @Override
        boolean next(Pipe pipe) {
            pipe.i = supplier.getAsInt();
            return true;
        }
    }

    /** Elements of an array. */
    static final class LongArray extends Source {

        private final long[] array;
        private int next;
        private final int end;

        LongArray(long[] array, int from, int to) {
            this.array = array;
            next = from;
            end = to;
        }

        @Override
        boolean next(Pipe pipe) {
            if (next >= end) {
                return false;
            }
            pipe.l = array[next++];
            return true;
        }
    }

    /** What a supplier gives, without end. */
    static final class LongSupplied extends Source {

        private final LongSupplier supplier;

        LongSupplied(LongSupplier supplier) {
            this.supplier = supplier;
        }

        @Override
        boolean next(Pipe pipe) {
            pipe.l = supplier.getAsLong();
            return true;
        }
    }

    /** Elements of an array. */
    static final class DoubleArray extends Source {

        private final double[] array;
        private int next;
        private final int end;

        DoubleArray(double[] array, int from, int to) {
            this.array = array;
            next = from;
            end = to;
        }

        @Override
        boolean next(Pipe pipe) {
            if (next >= end) {
                return false;
            }
            pipe.d = array[next++];
            return true;
        }
    }

    /** What a supplier gives, without end. */
    static final class DoubleSupplied extends Source {

        private final DoubleSupplier supplier;

        DoubleSupplied(DoubleSupplier supplier) {
            this.supplier = supplier;
        }

        @Override
        boolean next(Pipe pipe) {
            pipe.d = supplier.getAsDouble();
            return true;
        }
    }

    /** Numbers from one to another. */
    static final class IntRange extends Source {

        private int next;
        private final int last;
        private boolean done;

        IntRange(int next, int last) {
            this.next = next;
            this.last = last;
            done = next > last;
        }

        @Override
        boolean next(Pipe pipe) {
            if (done) {
                return false;
            }
            pipe.i = next;
            // The largest number has no next one.
            done = next == last;
            ++next;
            return true;
        }
    }

    /** Numbers from one to another. */
    static final class LongRange extends Source {

        private long next;
        private final long last;
        private boolean done;

        LongRange(long next, long last) {
            this.next = next;
            this.last = last;
            done = next > last;
        }

        @Override
        boolean next(Pipe pipe) {
            if (done) {
                return false;
            }
            pipe.l = next;
            // The largest number has no next one.
            done = next == last;
            ++next;
            return true;
        }
    }

    /** The elements of a collection. */
    public static <T> Stream<T> stream(Iterable<? extends T> collection) {
        return new RefPipe<T>(new Pipe(new Elements(collection)));
    }

    /** Elements of an array. */
    public static <T> Stream<T> stream(T[] array, int from, int to) {
        return new RefPipe<T>(new Pipe(new Array(array, from, to)));
    }

    /** Elements of an array. */
    public static IntStream stream(int[] array, int from, int to) {
        return new IntPipe(new Pipe(new IntArray(array, from, to)));
    }

    /** Elements of an array. */
    public static LongStream stream(long[] array, int from, int to) {
        return new LongPipe(new Pipe(new LongArray(array, from, to)));
    }

    /** Elements of an array. */
    public static DoubleStream stream(double[] array, int from, int to) {
        return new DoublePipe(new Pipe(new DoubleArray(array, from, to)));
    }

    /** The characters of a text. */
    public static IntStream characters(CharSequence text, boolean points) {
        return new IntPipe(new Pipe(new Characters(text, points)));
    }

    /** The characters of a text, or its code points. */
    private static final class Characters extends Source {

        private final CharSequence text;
        private final boolean points;
        private int next;

        Characters(CharSequence text, boolean points) {
            this.text = text;
            this.points = points;
        }

        @Override
        boolean next(Pipe pipe) {
            if (next >= text.length()) {
                return false;
            }
            char c = text.charAt(next++);
            pipe.i = c;
            if (points && Character.isHighSurrogate(c) && next < text.length()
                    && Character.isLowSurrogate(text.charAt(next))) {
                pipe.i = Character.toCodePoint(c, text.charAt(next++));
            }
            return true;
        }
    }
}
