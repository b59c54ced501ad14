import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Streams of objects, and collectors. */
public class ObjectStreams {

    record Person(String name, int age, String town) {
    }

    static final List<Person> PEOPLE = List.of(new Person("Ada", 36, "London"), new Person("Kurt", 71, "Princeton"),
            new Person("Alan", 41, "London"), new Person("Emmy", 53, "Princeton"), new Person("Carl", 77, "Goettingen"));

    static void stages() {
        System.out.println(PEOPLE.stream().filter(p -> p.age() > 40).map(Person::name).sorted().toList());
        System.out.println(Stream.of("b", "a", "c", "a").distinct().sorted(Comparator.reverseOrder())
                .collect(Collectors.toList()));
        System.out.println(Stream.iterate(1, x -> x * 3).limit(8).skip(2).map(String::valueOf)
                .collect(Collectors.joining("+", "<", ">")));
        System.out.println(Stream.iterate(10, x -> x > 0, x -> x - 3).reduce(0, Integer::sum));
        StringBuilder seen = new StringBuilder();
        System.out.println(Stream.of(5, 1, 4, 2, 3).peek(x -> seen.append(x)).sorted().peek(x -> seen.append('s').append(x))
                .filter(x -> x % 2 == 1).limit(2).collect(Collectors.toList()) + " " + seen);
        seen.setLength(0);
        System.out.println(Stream.of(1, 2, 3, 4).peek(x -> seen.append(x)).anyMatch(x -> x == 2) + " " + seen);
        System.out.println(Stream.of("one two", "three", "").flatMap(s -> Arrays.stream(s.split(" ")))
                .map(s -> s + s.length()).toList());
        System.out.println(Stream.of(1, 2, 3, 9, 2).takeWhile(x -> x < 4).toList() + " "
                + Stream.of(1, 2, 3, 9, 2).dropWhile(x -> x < 4).toList());
        System.out.println(Stream.of(1, 2, 3).<String>mapMulti((x, out) -> {
            for (int i = 0; i < x; i++) {
                out.accept("x" + x);
            }
        }).toList());
        System.out.println(Stream.concat(Stream.of(1, 2), Stream.of(3)).map(x -> x * x).toList() + " "
                + Stream.ofNullable(null).count() + Stream.empty().findAny().isPresent());
        System.out.println(Arrays.toString(Stream.of("x", "yy").toArray(String[]::new)) + Arrays.toString(
                Stream.of(3, 1).toArray()) + " " + Stream.<String>builder().add("p").add("q").build().toList());
        System.out.println(PEOPLE.stream().mapToInt(Person::age).sum() + " " + PEOPLE.stream().min(
                Comparator.comparingInt(Person::age)).get().name() + " " + PEOPLE.stream().map(Person::name)
                .max(Comparator.naturalOrder()).get() + " " + PEOPLE.stream().mapToDouble(p -> p.age() / 4.0).max());
        Optional<Integer> product = Stream.of(2, 3, 7).reduce((a, b) -> a * b);
        System.out.println(product + " " + Stream.of("a", "bcd").reduce(0, (n, s) -> n + s.length(), Integer::sum) + " "
                + Stream.of(1, 2).allMatch(x -> x > 0) + Stream.of(1, 2).noneMatch(x -> x > 1) + " "
                + Stream.of(4, 5).findFirst() + Optional.of(1).stream().count() + " " + Stream.generate(() -> "g").limit(2)
                .toList());
        Iterator<Integer> walk = Stream.of(7, 8).iterator();
        System.out.println(walk.next() + " " + walk.hasNext() + walk.next() + walk.hasNext());
        Stream<Integer> once = Stream.of(1);
        once.forEach(x -> System.out.print(x + " "));
        try {
            once.map(x -> x);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        try (Stream<String> closed = Stream.of("c").onClose(() -> System.out.println("closed"))) {
            closed.forEach(System.out::println);
        }
        List<Integer> late = new ArrayList<>(List.of(1));
        Stream<Integer> binding = late.stream();
        late.add(2);
        System.out.println(binding.count());
        try {
            Stream.of(1).toList().add(2);
        } catch (UnsupportedOperationException e) {
            System.out.println("fixed");
        }
        System.out.println(Stream.of(3, 1, 2).flatMap(x -> Stream.iterate(x, y -> y + 10)).limit(4).toList());
    }

    static void collectors() {
        System.out.println(new TreeMap<>(PEOPLE.stream().collect(Collectors.groupingBy(Person::town))));
        System.out.println(PEOPLE.stream().collect(Collectors.groupingBy(Person::town, TreeMap::new,
                Collectors.mapping(Person::name, Collectors.joining("/")))).toString());
        System.out.println(PEOPLE.stream().collect(Collectors.groupingBy(Person::town, LinkedHashMap::new,
                Collectors.counting())).toString());
        System.out.println(PEOPLE.stream().collect(Collectors.partitioningBy(p -> p.age() > 50,
                Collectors.averagingInt(Person::age))));
        System.out.println(new TreeMap<>(PEOPLE.stream().collect(Collectors.toMap(Person::name, Person::age))));
        System.out.println(PEOPLE.stream().collect(Collectors.toMap(Person::town, Person::age, Integer::max,
                LinkedHashMap::new)).toString());
        try {
            PEOPLE.stream().collect(Collectors.toMap(Person::town, Person::age));
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(PEOPLE.stream().collect(Collectors.summingInt(Person::age)) + " " + PEOPLE.stream().collect(
                Collectors.summarizingDouble(Person::age)) + " " + PEOPLE.stream().collect(Collectors.averagingLong(
                Person::age)));
        System.out.println(PEOPLE.stream().map(Person::age).collect(Collectors.minBy(Comparator.naturalOrder())) + " "
                + PEOPLE.stream().collect(Collectors.reducing(0, Person::age, Integer::sum)) + " "
                + Stream.of(1, 2, 3).collect(Collectors.teeing(Collectors.counting(), Collectors.summingInt(x -> x),
                (n, s) -> n + ":" + s)));
        Set<Integer> set = Stream.of(3, 1, 3).collect(Collectors.toCollection(TreeSet::new));
        System.out.println(set + " " + Stream.of(3, 1, 3).collect(Collectors.toSet()) + " " + Stream.of(1, 2, 3).collect(
                Collectors.filtering(x -> x > 1, Collectors.collectingAndThen(Collectors.toList(), List::size))) + " "
                + Stream.of(1, 2).collect(Collectors.flatMapping(x -> Stream.of(x, -x), Collectors.toList())));
        Collector<String, StringBuilder, String> own = Collector.of(StringBuilder::new, StringBuilder::append,
                StringBuilder::append, StringBuilder::toString);
        System.out.println(Stream.of("o", "w", "n").collect(own) + " " + Stream.of("x", "y").collect(ArrayList::new,
                ArrayList::add, ArrayList::addAll) + " " + Stream.of("z").collect(Collectors.toCollection(
                LinkedHashSet::new)) + Stream.of(1, 2).collect(Collectors.toUnmodifiableList()));
        String text = "the quick brown fox jumps over the lazy dog the end";
        System.out.println(Arrays.stream(text.split(" ")).collect(Collectors.groupingBy(Function.identity(),
                Collectors.counting())).entrySet().stream().sorted(Map.Entry.<String, Long>comparingByValue().reversed()
                .thenComparing(Map.Entry.comparingByKey())).limit(3).map(e -> e.getKey() + "=" + e.getValue())
                .collect(Collectors.joining(", ")));
        System.out.println(IntStream.rangeClosed(1, 4).boxed().collect(Collectors.toMap(x -> x, x -> x * x)));
        System.out.println("a\nb\r\n\nc".lines().map(s -> "[" + s + "]").collect(Collectors.joining()));
    }

    public static void main(String[] args) {
        stages();
        collectors();
    }
}
