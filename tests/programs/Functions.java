import java.util.*;
import java.util.function.*;

/** Each functional interface, with lambdas, and what their default methods put together. */
public class Functions {

    static void objects() {
        Function<Integer, Integer> twice = x -> 2 * x;
        Function<Integer, String> text = x -> "<" + x + ">";
        BiFunction<Integer, Integer, Integer> plus = Integer::sum;
        UnaryOperator<String> trim = String::trim;
        BinaryOperator<Integer> times = (a, b) -> a * b;
        Supplier<List<String>> maker = ArrayList::new;
        System.out.println(twice.andThen(text).apply(4) + text.compose(twice).apply(5) + Function.identity().apply("i")
                + plus.andThen(twice).apply(3, 4) + trim.apply("  t ") + times.apply(6, 7) + maker.get()
                + UnaryOperator.identity().apply('u') + BinaryOperator.minBy(Comparator.<Integer>naturalOrder()).apply(3, 2)
                + BinaryOperator.maxBy(Comparator.comparing(String::length)).apply("aa", "b"));
        StringBuilder out = new StringBuilder();
        Consumer<String> append = out::append;
        append.andThen(s -> out.append(s.length())).accept("abc");
        BiConsumer<String, Integer> repeat = (s, n) -> out.append(s.repeat(n));
        repeat.andThen((s, n) -> out.append(n)).accept("xy", 2);
        ObjIntConsumer<String> oi = (s, i) -> out.append(s).append(i);
        ObjLongConsumer<String> ol = (s, i) -> out.append(s).append(i);
        ObjDoubleConsumer<String> od = (s, i) -> out.append(s).append(i);
        oi.accept("i", 1);
        ol.accept("l", 1L << 40);
        od.accept("d", 0.5);
        System.out.println(out);
        Predicate<String> empty = String::isEmpty;
        Predicate<String> isLong = s -> s.length() > 3;
        BiPredicate<String, Integer> longer = (s, n) -> s.length() > n;
        for (String s : new String[] {"", "ab", "abcd"}) {
            System.out.print(empty.negate().and(isLong).test(s) + " " + empty.or(isLong).test(s) + " "
                    + Predicate.not(empty).test(s) + Predicate.isEqual("ab").test(s) + longer.test(s, 1)
                    + longer.negate().or((a, b) -> b == 3).and((a, b) -> a != null).test(s, 3) + "; ");
        }
        System.out.println(Predicate.isEqual(null).test(null));
    }

    static void ints() {
        IntSupplier seven = () -> 7;
        IntUnaryOperator inc = x -> x + 1;
        IntBinaryOperator max = Math::max;
        IntPredicate even = x -> x % 2 == 0;
        IntFunction<int[]> array = int[]::new;
        ToIntFunction<String> length = String::length;
        ToIntBiFunction<String, String> find = String::indexOf;
        IntToLongFunction square = x -> (long) x * x;
        IntToDoubleFunction half = x -> x / 2.0;
        int[] sum = new int[1];
        IntConsumer add = x -> sum[0] += x;
        add.andThen(x -> sum[0] *= x).accept(5);
        System.out.println(seven.getAsInt() + " " + inc.andThen(x -> x * 10).applyAsInt(4)
                + inc.compose(x -> x * 10).applyAsInt(4) + IntUnaryOperator.identity().applyAsInt(3) + " "
                + max.applyAsInt(3, 9) + even.test(4) + even.negate().or(x -> x > 5).and(x -> x < 9).test(6)
                + array.apply(3).length + length.applyAsInt("four") + find.applyAsInt("abc", "c")
                + square.applyAsLong(100000) + half.applyAsDouble(3) + sum[0]);
    }

    static void longs() {
        LongSupplier big = () -> 1L << 33;
        LongUnaryOperator inc = x -> x + 1;
        LongBinaryOperator max = Math::max;
        LongPredicate even = x -> x % 2 == 0;
        LongFunction<String> text = Long::toHexString;
        ToLongFunction<String> parse = Long::parseLong;
        ToLongBiFunction<Integer, Integer> full = (a, b) -> (long) a * b;
        LongToIntFunction low = x -> (int) x;
        LongToDoubleFunction real = x -> x;
        long[] sum = new long[1];
        LongConsumer add = x -> sum[0] += x;
        add.andThen(x -> sum[0] *= x).accept(5);
        System.out.println(big.getAsLong() + " " + inc.andThen(x -> x * 10).applyAsLong(4)
                + inc.compose(x -> x * 10).applyAsLong(4) + LongUnaryOperator.identity().applyAsLong(3) + " "
                + max.applyAsLong(3, 9) + even.test(4) + even.negate().or(x -> x > 5).and(x -> x < 9).test(6)
                + text.apply(255) + parse.applyAsLong("-44") + full.applyAsLong(1 << 20, 1 << 20)
                + low.applyAsInt(1L << 32 | 5) + real.applyAsDouble(3) + sum[0]);
    }

    static void doubles() {
        DoubleSupplier pi = () -> 3.25;
        DoubleUnaryOperator inc = x -> x + 1;
        DoubleBinaryOperator max = Math::max;
        DoublePredicate positive = x -> x > 0;
        DoubleFunction<String> text = Double::toString;
        ToDoubleFunction<String> parse = Double::parseDouble;
        ToDoubleBiFunction<Integer, Integer> ratio = (a, b) -> (double) a / b;
        DoubleToIntFunction whole = x -> (int) x;
        DoubleToLongFunction round = Math::round;
        double[] sum = new double[1];
        DoubleConsumer add = x -> sum[0] += x;
        add.andThen(x -> sum[0] *= x).accept(5);
        BooleanSupplier yes = () -> true;
        System.out.println(pi.getAsDouble() + " " + inc.andThen(x -> x * 10).applyAsDouble(4)
                + inc.compose(x -> x * 10).applyAsDouble(4) + DoubleUnaryOperator.identity().applyAsDouble(3) + " "
                + max.applyAsDouble(3, 9) + positive.test(4) + positive.negate().or(x -> x > 5).and(x -> x < 9).test(6)
                + text.apply(2.5) + parse.applyAsDouble("-4.5") + ratio.applyAsDouble(3, 8)
                + whole.applyAsInt(7.9) + round.applyAsLong(3.5) + sum[0] + yes.getAsBoolean());
    }

    record Person(String name, int age, double size) {
    }

    static void orders() {
        List<Person> people = new ArrayList<>(List.of(new Person("Bo", 30, 1.8), new Person("Al", 25, 1.7),
                new Person("Cy", 30, 1.6), new Person("al", 25, 1.9), new Person("Di", 41, 1.6)));
        List<Comparator<Person>> all = List.of(Comparator.comparing(Person::name),
                Comparator.comparing(Person::name, String::compareToIgnoreCase).thenComparing(Comparator.comparingDouble(Person::size).reversed()),
                Comparator.comparingInt(Person::age).thenComparing(Person::name),
                Comparator.comparingDouble(Person::size).thenComparingInt(Person::age),
                Comparator.<Person>comparingLong(p -> -p.age()).thenComparingDouble(Person::size),
                Comparator.comparing(Person::age, Comparator.reverseOrder()).thenComparingLong(p -> p.name().hashCode()),
                Comparator.comparingInt(Person::age).thenComparing(Person::name, Collections.reverseOrder()));
        for (Comparator<Person> order : all) {
            people.sort(order);
            StringJoiner row = new StringJoiner(" ", "[", "]");
            people.forEach(p -> row.add(p.name() + p.age()));
            System.out.println(row);
        }
        List<String> texts = Arrays.asList("b", null, "a", "c", null);
        texts.sort(Comparator.nullsFirst(Comparator.naturalOrder()));
        System.out.print(texts);
        texts.sort(Comparator.nullsLast(Comparator.<String>naturalOrder().reversed()));
        System.out.print(texts);
        texts.sort(Comparator.nullsLast(Comparator.<String>naturalOrder()).reversed());
        List<String> mixed = Arrays.asList("b", "C", "a", "B");
        mixed.sort(String.CASE_INSENSITIVE_ORDER);
        System.out.print(mixed);
        System.out.println(texts + " " + people.get(0) + people.get(0).equals(new Person("Al", 25, 1.7)));
    }

    static void optionals() {
        Optional<String> some = Optional.of("value");
        Optional<String> none = Optional.ofNullable(null);
        System.out.println(some.map(String::length) + " " + none.map(String::length) + some.filter(String::isEmpty)
                + some.flatMap(s -> Optional.of(s + "!")) + none.or(() -> some) + none.orElse("other")
                + none.orElseGet(() -> "made") + some.isPresent() + none.isEmpty() + some.hashCode()
                + some.equals(Optional.of("value")) + none.equals(Optional.empty()) + some.get());
        some.ifPresent(System.out::print);
        none.ifPresentOrElse(System.out::print, () -> System.out.print(" nothing "));
        try {
            none.orElseThrow();
        } catch (NoSuchElementException e) {
            System.out.print(e.getMessage());
        }
        try {
            none.orElseThrow(IllegalStateException::new);
        } catch (IllegalStateException e) {
            System.out.println(e);
        }
        OptionalInt i = OptionalInt.of(3);
        OptionalLong l = OptionalLong.of(1L << 40);
        OptionalDouble d = OptionalDouble.of(0.25);
        i.ifPresent(x -> System.out.print(x + 1));
        l.ifPresentOrElse(x -> System.out.print(x + 1), () -> { });
        d.ifPresent(x -> System.out.print(x + 1));
        System.out.println(i + " " + l + " " + d + OptionalInt.empty() + OptionalLong.empty() + OptionalDouble.empty()
                + i.getAsInt() + l.getAsLong() + d.getAsDouble() + OptionalInt.empty().orElse(4)
                + OptionalLong.empty().orElseGet(() -> 5) + OptionalDouble.empty().isPresent() + i.hashCode()
                + l.hashCode() + d.hashCode() + i.equals(OptionalInt.of(3)) + d.equals(OptionalDouble.empty()));
    }

    static void defaults() {
        Iterable<Integer> three = () -> List.of(1, 2, 3).iterator();
        three.forEach(x -> System.out.print(x * x + " "));
        Iterator<Integer> walk = three.iterator();
        walk.next();
        walk.forEachRemaining(x -> System.out.print(x + ","));
        Map<String, List<Integer>> groups = new TreeMap<>();
        for (int n = 1; n < 12; n++) {
            groups.computeIfAbsent(n % 3 == 0 ? "fizz" : n % 5 == 0 ? "buzz" : "none", k -> new LinkedList<>()).add(n);
        }
        groups.forEach((k, v) -> System.out.print(k + v));
        Map<Character, Integer> counts = new HashMap<>();
        for (char c : "mississippi".toCharArray()) {
            counts.merge(c, 1, Integer::sum);
        }
        counts.replaceAll((k, v) -> v * 10);
        System.out.println(counts);
        List<Map.Entry<Character, Integer>> entries = new ArrayList<>(counts.entrySet());
        entries.sort(Map.Entry.<Character, Integer>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()));
        System.out.print(entries);
        entries.sort(Map.Entry.comparingByKey(Comparator.reverseOrder()));
        System.out.println(entries);
        Integer[] squares = new Integer[5];
        Arrays.setAll(squares, i -> i * i);
        System.out.println(Arrays.toString(squares) + Objects.requireNonNullElseGet(null, () -> "made")
                + Objects.compare("a", "b", Comparator.naturalOrder()));
    }

    public static void main(String[] args) {
        objects();
        ints();
        longs();
        doubles();
        orders();
        optionals();
        defaults();
    }
}
