import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Tables and bars with printf inside lambdas. */
public class Histogram {
    interface Printer {
        void print(String label, double value);
    }

    public static void main(String[] args) {
        Random random = new Random(99);
        int[] buckets = new int[8];
        for (int i = 0; i < 400; i++) {
            double x = random.nextGaussian() * 1.5 + 4;
            int bucket = (int) Math.floor(x);
            if (bucket >= 0 && bucket < buckets.length) {
                buckets[bucket]++;
            }
        }
        IntStream.range(0, buckets.length).forEach(i ->
                System.out.printf("%d-%d |%-40s| %3d %6.2f%%%n", i, i + 1, "*".repeat(buckets[i] / 3), buckets[i], buckets[i] / 4.0));

        Printer printer = (label, value) -> System.out.printf("%10s = %6.2f%n", label, value);
        printer.print("pi", Math.PI);
        printer.print("e", Math.E);
        TreeMap<String, DoubleUnaryOperator> functions = new TreeMap<>();
        functions.put("sqrt", Math::sqrt);
        functions.put("square", x -> x * x);
        functions.put("half", x -> x / 2);
        functions.forEach((name, f) -> {
            System.out.printf("%-8s", name);
            DoubleStream.iterate(1, x -> x + 1.5).limit(5).map(f).forEach(y -> System.out.printf("%6.2f", y));
            System.out.println();
        });
        List<Double> values = Arrays.asList(1234.5, -0.001, 1e10, 0.0);
        values.forEach(v -> System.out.println(String.format(Locale.US, "[%,12.2f] [%e] [%g]", v, v, v)));
        values.stream().map(v -> String.format("%+.1f", v)).forEach(System.out::println);
        System.out.printf("%5b|%-5c|%05d|%x|%X|%o|%s%n", true, 'c', 42, 255, 255, 8, List.of(1, 2));
        System.out.println(IntStream.of(buckets).summaryStatistics());
    }
}
