import java.util.Arrays;
import java.util.BitSet;
import java.util.IntSummaryStatistics;
import java.util.OptionalInt;
import java.util.PrimitiveIterator;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Streams of numbers. */
public class NumberStreams {

    static void ints() {
        System.out.println(IntStream.range(0, 10).filter(x -> x % 3 != 0).map(x -> x * x).sum() + " "
                + IntStream.rangeClosed(Integer.MAX_VALUE - 2, Integer.MAX_VALUE).count() + " " + IntStream.range(5, 5).max());
        System.out.println(Arrays.toString(IntStream.of(5, 3, 9, 3).sorted().toArray()) + " "
                + Arrays.toString(IntStream.of(5, 3, 9, 3).distinct().skip(1).toArray()) + " " + IntStream.of(4, 8).average());
        System.out.println("Hello, streams".chars().filter(Character::isLetter).mapToObj(c -> (char) c + ".")
                .collect(Collectors.joining()) + " " + "a\uD83D\uDE00b".codePoints().count() + " "
                + new StringBuilder("xyz").chars().max());
        IntSummaryStatistics all = IntStream.of(3, -1, 8).summaryStatistics();
        System.out.println(all + " " + all.getAverage() + " " + new IntSummaryStatistics());
        OptionalInt first = IntStream.iterate(1, x -> x * 2).filter(x -> x > 1000).findFirst();
        System.out.println(first + " " + IntStream.iterate(1, x -> x < 50, x -> x + 7).boxed().toList() + " "
                + IntStream.rangeClosed(1, 5).reduce(1, (a, b) -> a * b) + " " + IntStream.of(2, 3).reduce(Math::max));
        System.out.println(IntStream.range(1, 4).flatMap(n -> IntStream.range(0, n)).boxed().collect(Collectors.toList())
                + " " + IntStream.concat(IntStream.of(1), IntStream.of(2, 3)).mapToObj(Integer::toString)
                .collect(Collectors.joining("-")) + " " + IntStream.generate(() -> 7).limit(3).sum());
        System.out.println(IntStream.range(0, 5).mapToLong(x -> 1L << x * 10).sum() + " " + IntStream.range(0, 4)
                .mapToDouble(x -> x / 2.0).sum() + " " + IntStream.of(1, 2).asLongStream().max() + IntStream.of(1, 2)
                .asDoubleStream().boxed().toList());
        System.out.println(IntStream.of(1, 2, 9, 1).takeWhile(x -> x < 5).sum() + " " + IntStream.of(1, 2, 9, 1)
                .dropWhile(x -> x < 5).sum() + " " + IntStream.of(1, 2).anyMatch(x -> x == 2) + IntStream.of(1, 2).allMatch(
                x -> x == 2) + IntStream.of(1, 2).noneMatch(x -> x == 2) + " " + IntStream.of(4, 2).collect(StringBuilder::new,
                StringBuilder::append, StringBuilder::append));
        PrimitiveIterator.OfInt walk = IntStream.of(1, 2, 3).iterator();
        System.out.print(walk.nextInt() + " ");
        walk.forEachRemaining((int x) -> System.out.print(x * 10 + " "));
        System.out.println(walk.hasNext() + " " + IntStream.builder().add(3).add(4).build().sum());
        int[] cells = {4, 8, 15, 16, 23, 42};
        System.out.println(Arrays.stream(cells).sum() + " " + Arrays.stream(cells, 2, 4).sum() + " "
                + IntStream.range(0, cells.length).map(i -> cells[cells.length - 1 - i]).boxed().toList());
        BitSet bits = new BitSet();
        bits.set(3);
        bits.set(70);
        System.out.println(bits.stream().sum() + " " + new Random(5).ints(4, 0, 100).boxed().toList() + " "
                + new Random(6).ints(2).boxed().toList() + " " + new Random(7).longs(2, 0, 1000).boxed().toList() + " "
                + new Random(8).doubles(2).boxed().toList());
        IntStream.range(0, 3).forEach(x -> System.out.print(x));
        IntStream.range(0, 3).parallel().forEachOrdered(x -> System.out.print(x));
        System.out.println();
    }

    static void others() {
        System.out.println(LongStream.rangeClosed(1, 20).reduce(1, (a, b) -> a * b) + " " + LongStream.range(0, 5).sum() + " "
                + LongStream.of(3, 1L << 40).summaryStatistics() + " " + LongStream.of(9, 4).mapToInt(x -> (int) x).max());
        System.out.println(Arrays.toString(LongStream.iterate(1, x -> x * 1000).limit(4).toArray()) + " "
                + LongStream.of(1, 2).mapToObj(Long::toBinaryString).toList() + " " + LongStream.of(5).asDoubleStream().sum());
        System.out.println(DoubleStream.of(0.1, 0.2, 0.3, 0.4).sum() + " " + DoubleStream.of(1e16, 1, 1, -1e16).sum() + " "
                + DoubleStream.of(1.5, 2.5).average() + " " + DoubleStream.of(3, Double.NaN).max() + " "
                + DoubleStream.of(Double.POSITIVE_INFINITY, 1).sum() + " " + DoubleStream.empty().min());
        System.out.println(DoubleStream.of(2.5, -1, 7).sorted().boxed().toList() + " " + DoubleStream.of(2, 3).map(Math::sqrt)
                .mapToObj(x -> String.format("%.3f", x)).toList() + " " + DoubleStream.of(1.9, 2.1).mapToInt(x -> (int) x)
                .sum() + DoubleStream.of(1.9, 2.1).mapToLong(Math::round).sum() + " " + DoubleStream.of(4, 2)
                .summaryStatistics());
        Random random = new Random(3);
        double[] values = new double[60];
        for (int i = 0; i < values.length; i++) {
            values[i] = random.nextGaussian() * (1 << random.nextInt(30));
        }
        System.out.println(Double.doubleToLongBits(Arrays.stream(values).sum()) + " "
                + Double.doubleToLongBits(Arrays.stream(values).average().getAsDouble()));
    }

    public static void main(String[] args) {
        ints();
        others();
    }
}
