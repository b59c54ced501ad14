package java.util.stream;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IntSummaryStatistics;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/** Collectors of everyday use. */
public final class Collectors {

    private Collectors() {
    }

    /** Elements in a collection. */
    private static final class Into<T, C extends Collection<T>> extends Gather<T, C, C> {

        private final Supplier<C> supplier;

        Into(Supplier<C> supplier) {
            this.supplier = supplier;
        }

        @Override
        public C get() {
            return supplier.get();
        }

        @Override
        public void accept(C container, T element) {
            container.add(element);
        }
    }

    /** The elements in a collection that a supplier makes. */
    public static <T, C extends Collection<T>> Collector<T, ?, C> toCollection(Supplier<C> supplier) {
        return new Into<T, C>(supplier);
    }

    /** The elements in a list. */
    public static <T> Collector<T, ?, List<T>> toList() {
        return new Gather<T, List<T>, List<T>>() {
            @Override
            public List<T> get() {
                return new ArrayList<T>();
            }

            @Override
            public void accept(List<T> list, T element) {
                list.add(element);
            }
        };
    }

    /** The elements in a set. */
    public static <T> Collector<T, ?, Set<T>> toSet() {
        return new Gather<T, Set<T>, Set<T>>() {
            @Override
            public Set<T> get() {
                return new HashSet<T>();
            }

            @Override
            public void accept(Set<T> set, T element) {
                set.add(element);
            }
        };
    }

    /** The elements, none null, in a list that never changes. */
    public static <T> Collector<T, ?, List<T>> toUnmodifiableList() {
        return collectingAndThen(Collectors.<T>toList(), new Function<List<T>, List<T>>() {
            @Override
            public List<T> apply(List<T> list) {
                return List.copyOf(list);
            }
        });
    }

    /** The elements, none null, in a set that never changes. */
    public static <T> Collector<T, ?, Set<T>> toUnmodifiableSet() {
        return collectingAndThen(Collectors.<T>toSet(), new Function<Set<T>, Set<T>>() {
            @Override
            public Set<T> apply(Set<T> set) {
                return Set.copyOf(set);
            }
        });
    }

    /** Texts, one after the other. */
    public static Collector<CharSequence, ?, String> joining() {
        return joining("");
    }

    /** Texts with a separator. */
    public static Collector<CharSequence, ?, String> joining(CharSequence separator) {
        return joining(separator, "", "");
    }

    /** Texts with a separator, a beginning and an end. */
    public static Collector<CharSequence, ?, String> joining(CharSequence separator, CharSequence first,
            CharSequence last) {
        return new Gather<CharSequence, StringJoiner, String>() {
            @Override
            public StringJoiner get() {
                return new StringJoiner(separator, first, last);
            }

            @Override
            public void accept(StringJoiner joiner, CharSequence text) {
                joiner.add(text);
            }

            @Override
            public String apply(StringJoiner joiner) {
                return joiner.toString();
            }
        };
    }

    /** A collector before which something happens to the elements. */
    private abstract static class Before<T, U, A, R> extends Gather<T, A, R> {

        final Collector<? super U, A, R> after;

        Before(Collector<? super U, A, R> after) {
            this.after = after;
        }

        @Override
        public A get() {
            return after.supplier().get();
        }

        @Override
        public R apply(A container) {
            return after.finisher().apply(container);
        }
    }

    /** A function of each element goes to another collector. */
    public static <T, U, A, R> Collector<T, ?, R> mapping(Function<? super T, ? extends U> function,
            Collector<? super U, A, R> after) {
        return new Before<T, U, A, R>(after) {
            @Override
            public void accept(A container, T element) {
                after.accumulator().accept(container, function.apply(element));
            }
        };
    }

    /** Elements that pass a test go to another collector. */
    public static <T, A, R> Collector<T, ?, R> filtering(Predicate<? super T> test, Collector<? super T, A, R> after) {
        return new Before<T, T, A, R>(after) {
            @Override
            public void accept(A container, T element) {
                if (test.test(element)) {
                    after.accumulator().accept(container, element);
                }
            }
        };
    }

    /** The elements of streams that a function gives go to another collector. */
    public static <T, U, A, R> Collector<T, ?, R> flatMapping(
            Function<? super T, ? extends Stream<? extends U>> function, Collector<? super U, A, R> after) {
        return new Before<T, U, A, R>(after) {
            @Override
            public void accept(A container, T element) {
                Stream<? extends U> stream = function.apply(element);
                if (stream != null) {
                    for (Iterator<? extends U> i = stream.iterator(); i.hasNext();) {
                        after.accumulator().accept(container, i.next());
                    }
                    stream.close();
                }
            }
        };
    }

    /** A function of another collector's result. */
    public static <T, A, R, S> Collector<T, A, S> collectingAndThen(Collector<T, A, R> before, Function<R, S> function) {
        return new Gather<T, A, S>() {
            @Override
            public A get() {
                return before.supplier().get();
            }

            @Override
            public void accept(A container, T element) {
                before.accumulator().accept(container, element);
            }

            @Override
            public S apply(A container) {
                return function.apply(before.finisher().apply(container));
            }
        };
    }

    /** A function of the results of two collectors. */
    public static <T, R1, R2, R> Collector<T, ?, R> teeing(Collector<? super T, ?, R1> first,
            Collector<? super T, ?, R2> second, BiFunction<? super R1, ? super R2, R> function) {
        return tee(first, second, function);
    }

    private static <T, A1, A2, R1, R2, R> Collector<T, ?, R> tee(Collector<? super T, A1, R1> first,
            Collector<? super T, A2, R2> second, BiFunction<? super R1, ? super R2, R> function) {
        return new Gather<T, Object[], R>() {
            @Override
            public Object[] get() {
                return new Object[] {first.supplier().get(), second.supplier().get()};
            }

            @Override
            @SuppressWarnings("unchecked")
            public void accept(Object[] pair, T element) {
                first.accumulator().accept((A1) pair[0], element);
                second.accumulator().accept((A2) pair[1], element);
            }

            @Override
            @SuppressWarnings("unchecked")
            public R apply(Object[] pair) {
                return function.apply(first.finisher().apply((A1) pair[0]), second.finisher().apply((A2) pair[1]));
            }
        };
    }

    /** Number of elements. */
    public static <T> Collector<T, ?, Long> counting() {
        return new Gather<T, int[], Long>() {
            @Override
            public int[] get() {
                return new int[1];
            }

            @Override
            public void accept(int[] count, T element) {
                ++count[0];
            }

            @Override
            public Long apply(int[] count) {
                return (long) count[0];
            }
        };
    }

    /** Number, sum and bounds of ints. */
    public static <T> Collector<T, ?, IntSummaryStatistics> summarizingInt(ToIntFunction<? super T> function) {
        return new IntGather<T, IntSummaryStatistics>(function) {
            @Override
            public IntSummaryStatistics apply(IntSummaryStatistics all) {
                return all;
            }
        };
    }

    /** The sum of ints. */
    public static <T> Collector<T, ?, Integer> summingInt(ToIntFunction<? super T> function) {
        return new IntGather<T, Integer>(function) {
            @Override
            public Integer apply(IntSummaryStatistics all) {
                return (int) all.getSum();
            }
        };
    }

    /** The average of ints. */
    public static <T> Collector<T, ?, Double> averagingInt(ToIntFunction<? super T> function) {
        return new IntGather<T, Double>(function) {
            @Override
            public Double apply(IntSummaryStatistics all) {
                return all.getAverage();
            }
        };
    }

    /** Collects ints. */
    private abstract static class IntGather<T, R> extends Gather<T, IntSummaryStatistics, R> {

        private final ToIntFunction<? super T> function;

        IntGather(ToIntFunction<? super T> function) {
            this.function = Objects.requireNonNull(function);
        }

        @Override
        public IntSummaryStatistics get() {
            return new IntSummaryStatistics();
        }

        @Override
        public void accept(IntSummaryStatistics all, T element) {
            all.accept(function.applyAsInt(element));
        }
    }

    /** Number, sum and bounds of longs. */
    public static <T> Collector<T, ?, LongSummaryStatistics> summarizingLong(ToLongFunction<? super T> function) {
        return new LongGather<T, LongSummaryStatistics>(function) {
            @Override
            public LongSummaryStatistics apply(LongSummaryStatistics all) {
                return all;
            }
        };
    }

    /** The sum of longs. */
    public static <T> Collector<T, ?, Long> summingLong(ToLongFunction<? super T> function) {
        return new LongGather<T, Long>(function) {
            @Override
            public Long apply(LongSummaryStatistics all) {
                return all.getSum();
            }
        };
    }

    /** The average of longs. */
    public static <T> Collector<T, ?, Double> averagingLong(ToLongFunction<? super T> function) {
        return new LongGather<T, Double>(function) {
            @Override
            public Double apply(LongSummaryStatistics all) {
                return all.getAverage();
            }
        };
    }

    /** Collects longs. */
    private abstract static class LongGather<T, R> extends Gather<T, LongSummaryStatistics, R> {

        private final ToLongFunction<? super T> function;

        LongGather(ToLongFunction<? super T> function) {
            this.function = Objects.requireNonNull(function);
        }

        @Override
        public LongSummaryStatistics get() {
            return new LongSummaryStatistics();
        }

        @Override
        public void accept(LongSummaryStatistics all, T element) {
            all.accept(function.applyAsLong(element));
        }
    }

    /** Number, sum and bounds of doubles. */
    public static <T> Collector<T, ?, DoubleSummaryStatistics> summarizingDouble(ToDoubleFunction<? super T> function) {
        return new DoubleGather<T, DoubleSummaryStatistics>(function) {
            @Override
            public DoubleSummaryStatistics apply(DoubleSummaryStatistics all) {
                return all;
            }
        };
    }

    /** The sum of doubles. */
    public static <T> Collector<T, ?, Double> summingDouble(ToDoubleFunction<? super T> function) {
        return new DoubleGather<T, Double>(function) {
            @Override
            public Double apply(DoubleSummaryStatistics all) {
                return all.getSum();
            }
        };
    }

    /** The average of doubles. */
    public static <T> Collector<T, ?, Double> averagingDouble(ToDoubleFunction<? super T> function) {
        return new DoubleGather<T, Double>(function) {
            @Override
            public Double apply(DoubleSummaryStatistics all) {
                return all.getAverage();
            }
        };
    }

    /** Collects doubles. */
    private abstract static class DoubleGather<T, R> extends Gather<T, DoubleSummaryStatistics, R> {

        private final ToDoubleFunction<? super T> function;

        DoubleGather(ToDoubleFunction<? super T> function) {
            this.function = Objects.requireNonNull(function);
        }

        @Override
        public DoubleSummaryStatistics get() {
            return new DoubleSummaryStatistics();
        }

        @Override
        public void accept(DoubleSummaryStatistics all, T element) {
            all.accept(function.applyAsDouble(element));
        }
    }

    /** The smallest element. */
    public static <T> Collector<T, ?, Optional<T>> minBy(Comparator<? super T> order) {
        return reducing(BinaryOperator.<T>minBy(order));
    }

    /** The largest element. */
    public static <T> Collector<T, ?, Optional<T>> maxBy(Comparator<? super T> order) {
        return reducing(BinaryOperator.<T>maxBy(order));
    }

    /** Elements joined. */
    private static final class Joint<T, U, R> extends Gather<T, Object[], R> {

        private final Object first;
        private final Function<? super T, ? extends U> function;
        private final BinaryOperator<U> joint;
        private final boolean optional;

        Joint(Object first, Function<? super T, ? extends U> function, BinaryOperator<U> joint, boolean optional) {
            this.first = first;
            this.function = function;
            this.joint = joint;
            this.optional = optional;
        }

        /** The value, and whether there is one. */
        @Override
        public Object[] get() {
            return new Object[] {first, optional ? null : this};
        }

        @Override
        @SuppressWarnings("unchecked")
        public void accept(Object[] value, T element) {
            U more = function == null ? (U) element : function.apply(element);
            value[0] = value[1] == null ? more : joint.apply((U) value[0], more);
            value[1] = this;
        }

        @Override
        @SuppressWarnings("unchecked")
        public R apply(Object[] value) {
            return (R) (optional ? Optional.ofNullable(value[0]) : value[0]);
        }
    }

    /** The elements joined. */
    public static <T> Collector<T, ?, Optional<T>> reducing(BinaryOperator<T> joint) {
        return new Joint<T, T, Optional<T>>(null, null, joint, true);
    }

    /** The elements joined with a first value. */
    public static <T> Collector<T, ?, T> reducing(T first, BinaryOperator<T> joint) {
        return new Joint<T, T, T>(first, null, joint, false);
    }

    /** Functions of the elements joined with a first value. */
    public static <T, U> Collector<T, ?, U> reducing(U first, Function<? super T, ? extends U> function,
            BinaryOperator<U> joint) {
        return new Joint<T, U, U>(first, function, joint, false);
    }

    /** The elements by keys, in lists. */
    public static <T, K> Collector<T, ?, Map<K, List<T>>> groupingBy(Function<? super T, ? extends K> key) {
        return groupingBy(key, Collectors.<T>toList());
    }

    /** The elements by keys, in what another collector makes. */
    public static <T, K, A, R> Collector<T, ?, Map<K, R>> groupingBy(Function<? super T, ? extends K> key,
            Collector<? super T, A, R> each) {
        return new Groups<T, K, A, R, Map<K, R>>(key, null, each);
    }

    /** The elements by keys in a map of its own kind, in what another collector makes. */
    public static <T, K, R, A, M extends Map<K, R>> Collector<T, ?, M> groupingBy(Function<? super T, ? extends K> key,
            Supplier<M> supplier, Collector<? super T, A, R> each) {
        return new Groups<T, K, A, R, M>(key, supplier, each);
    }

    /** Elements by keys. */
    private static final class Groups<T, K, A, R, M extends Map<K, R>> extends Gather<T, Map<K, Object>, M> {

        private final Function<? super T, ? extends K> key;
        private final Supplier<M> supplier;
        private final Collector<? super T, A, R> each;

        Groups(Function<? super T, ? extends K> key, Supplier<M> supplier, Collector<? super T, A, R> each) {
            this.key = Objects.requireNonNull(key);
            this.supplier = supplier;
            this.each = each;
        }

        @Override
        @SuppressWarnings("unchecked")
        public Map<K, Object> get() {
            return supplier == null ? new HashMap<K, Object>() : (Map<K, Object>) supplier.get();
        }

        @Override
        @SuppressWarnings("unchecked")
        public void accept(Map<K, Object> map, T element) {
            K group = Objects.requireNonNull(key.apply(element), "element cannot be mapped to a null key");
            A container = (A) map.get(group);
            if (container == null) {
                container = each.supplier().get();
                map.put(group, container);
            }
            each.accumulator().accept(container, element);
        }

        @Override
        @SuppressWarnings("unchecked")
        public M apply(Map<K, Object> map) {
            for (Map.Entry<K, Object> entry : map.entrySet()) {
                entry.setValue(each.finisher().apply((A) entry.getValue()));
            }
            return (M) map;
        }
    }

    /** The elements by whether they pass a test, in lists. */
    public static <T> Collector<T, ?, Map<Boolean, List<T>>> partitioningBy(Predicate<? super T> test) {
        return partitioningBy(test, Collectors.<T>toList());
    }

    /** The elements by whether they pass a test, in what another collector makes. */
    public static <T, A, D> Collector<T, ?, Map<Boolean, D>> partitioningBy(Predicate<? super T> test,
            Collector<? super T, A, D> each) {
        return new Gather<T, Object[], Map<Boolean, D>>() {
            @Override
            public Object[] get() {
                return new Object[] {each.supplier().get(), each.supplier().get()};
            }

            @Override
            @SuppressWarnings("unchecked")
            public void accept(Object[] pair, T element) {
                each.accumulator().accept((A) pair[test.test(element) ? 1 : 0], element);
            }

            @Override
            @SuppressWarnings("unchecked")
            public Map<Boolean, D> apply(Object[] pair) {
                Map<Boolean, D> map = new LinkedHashMap<Boolean, D>();
                map.put(Boolean.FALSE, each.finisher().apply((A) pair[0]));
                map.put(Boolean.TRUE, each.finisher().apply((A) pair[1]));
                return map;
            }
        };
    }

    /** Elements in a map. */
    private static final class IntoMap<T, K, U, M extends Map<K, U>> extends Gather<T, M, M> {

        private final Function<? super T, ? extends K> key;
        private final Function<? super T, ? extends U> value;
        private final BinaryOperator<U> joint;
        private final Supplier<M> supplier;

        IntoMap(Function<? super T, ? extends K> key, Function<? super T, ? extends U> value, BinaryOperator<U> joint,
                Supplier<M> supplier) {
            this.key = Objects.requireNonNull(key);
            this.value = Objects.requireNonNull(value);
            this.joint = joint;
            this.supplier = supplier;
        }

        @Override
        @SuppressWarnings("unchecked")
        public M get() {
            return supplier == null ? (M) new HashMap<K, U>() : supplier.get();
        }

        @Override
        public void accept(M map, T element) {
            K k = key.apply(element);
            U u = Objects.requireNonNull(value.apply(element));
            if (joint != null) {
                map.merge(k, u, joint);
                return;
            }
            U old = map.putIfAbsent(k, u);
            if (old != null) {
                throw new IllegalStateException(
                        "Duplicate key " + k + " (attempted merging values " + old + " and " + u + ")");
            }
        }
    }

    /** Keys and values of the elements in a map; each key once. */
    public static <T, K, U> Collector<T, ?, Map<K, U>> toMap(Function<? super T, ? extends K> key,
            Function<? super T, ? extends U> value) {
        return new IntoMap<T, K, U, Map<K, U>>(key, value, null, null);
    }

    /** Keys and values of the elements in a map; values of one key are joined. */
    public static <T, K, U> Collector<T, ?, Map<K, U>> toMap(Function<? super T, ? extends K> key,
            Function<? super T, ? extends U> value, BinaryOperator<U> joint) {
        return new IntoMap<T, K, U, Map<K, U>>(key, value, Objects.requireNonNull(joint), null);
    }

    /** Keys and values of the elements in a map of its own kind; values of one key are joined. */
    public static <T, K, U, M extends Map<K, U>> Collector<T, ?, M> toMap(Function<? super T, ? extends K> key,
            Function<? super T, ? extends U> value, BinaryOperator<U> joint, Supplier<M> supplier) {
        return new IntoMap<T, K, U, M>(key, value, Objects.requireNonNull(joint), supplier);
    }

    /** Keys and values of the elements in a map that never changes; each key once. */
    public static <T, K, U> Collector<T, ?, Map<K, U>> toUnmodifiableMap(Function<? super T, ? extends K> key,
            Function<? super T, ? extends U> value) {
        return collectingAndThen(Collectors.<T, K, U>toMap(key, value), new Function<Map<K, U>, Map<K, U>>() {
            @Override
            public Map<K, U> apply(Map<K, U> map) {
                return Map.copyOf(map);
            }
        });
    }
}
