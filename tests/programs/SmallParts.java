import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.Flushable;
import java.io.IOException;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.ByteOrder;
import java.util.*;

/** Small interfaces, annotations, exceptions with details, skeletons of collections. */
public class SmallParts {

    @Documented
    @Inherited
    @Retention(RetentionPolicy.CLASS)
    @Target({ElementType.TYPE, ElementType.METHOD})
    @interface Marked {
        int value() default 1;
    }

    @FunctionalInterface
    interface Step {
        int next(int x);
    }

    @Marked(2)
    static class Device implements Closeable, Flushable {
        @Override
        public void flush() {
            System.out.println("flushed");
        }

        @Override
        public void close() {
            System.out.println("closed");
        }
    }

    @SafeVarargs
    static <T> int count(T... things) {
        return things.length;
    }

    @Deprecated
    static void old(Appendable target) throws IOException {
        target.append("abc", 0, 2).append('!').append("end");
    }

    static void exceptions() {
        Runnable[] actions = {
            () -> new Stack<Integer>().pop(),
            () -> String.format("%d", "x"),
            () -> String.format("%d"),
            () -> String.format("%q"),
            () -> String.format("%##x", 1),
            () -> String.format("%.1d", 1),
            () -> String.format("%-d", 1),
            () -> String.format("%#d", 1),
            () -> System.out.println(new int[-1].length),
            () -> {
                throw new AssertionError(3.5);
            },
            () -> {
                throw new ConcurrentModificationException("m", new Exception("c"));
            },
            () -> {
                throw new NoSuchElementException("m", new Exception("c"));
            },
            () -> {
                throw new IndexOutOfBoundsException(7L);
            },
            () -> {
                throw new SecurityException(new Exception("c"));
            },
        };
        for (Runnable action : actions) {
            try {
                action.run();
            } catch (EmptyStackException | NegativeArraySizeException | AssertionError e) {
                System.out.println(e);
            } catch (IllegalFormatConversionException e) {
                System.out.println(e + " " + e.getConversion() + e.getArgumentClass());
            } catch (MissingFormatArgumentException e) {
                System.out.println(e + " " + e.getFormatSpecifier());
            } catch (UnknownFormatConversionException e) {
                System.out.println(e + " " + e.getConversion());
            } catch (DuplicateFormatFlagsException e) {
                System.out.println(e + " " + e.getFlags());
            } catch (IllegalFormatPrecisionException e) {
                System.out.println(e + " " + e.getPrecision());
            } catch (MissingFormatWidthException e) {
                System.out.println(e + " " + e.getFormatSpecifier());
            } catch (FormatFlagsConversionMismatchException e) {
                System.out.println(e + " " + e.getFlags() + e.getConversion());
            } catch (RuntimeException e) {
                System.out.println(e + " " + e.getCause());
            }
        }
        System.out.println(new ClassNotFoundException("m", new Exception("c")).getException());
    }

    static class Range extends AbstractSet<Integer> {
        private final int end;

        Range(int end) {
            this.end = end;
        }

        @Override
        public int size() {
            return end;
        }

        @Override
        public Iterator<Integer> iterator() {
            return new Iterator<>() {
                private int next;

                @Override
                public boolean hasNext() {
                    return next < end;
                }

                @Override
                public Integer next() {
                    return next++;
                }
            };
        }
    }

    static void skeletons() {
        Set<Integer> range = new Range(4);
        AbstractCollection<Integer> same = new Range(3);
        System.out.println(range + " " + range.contains(3) + range.equals(Set.of(0, 1, 2, 3)) + range.hashCode()
                + range.containsAll(same) + Arrays.toString(range.toArray(new Integer[6]))
                + Arrays.toString(range.toArray(Integer[]::new)) + same.isEmpty() + same.toArray().length);
        try {
            range.remove(2);
        } catch (UnsupportedOperationException e) {
            System.out.println(e.getMessage());
        }
        Deque<String> deque = new ArrayDeque<>();
        deque.push("x");
        System.out.println(deque);
    }

    public static void main(String[] args) throws IOException {
        try (Device device = new Device()) {
            device.flush();
        }
        System.out.println(ByteOrder.BIG_ENDIAN + " " + ByteOrder.LITTLE_ENDIAN + " " + (ByteOrder.nativeOrder() == null));
        StringBuilder text = new StringBuilder();
        old(text);
        Step twice = x -> 2 * x;
        System.out.println(text + " " + count("a", "b") + twice.next(4));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutput out = new DataOutputStream(bytes);
        out.writeShort(258);
        System.out.println(Arrays.toString(bytes.toByteArray()) + (Runtime.getRuntime().availableProcessors() > 0));
        exceptions();
        skeletons();
    }
}
