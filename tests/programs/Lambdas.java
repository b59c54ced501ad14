import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

/** Lambdas: what they capture, what they are adapted to, where they are made. */
public class Lambdas {

    interface Shape<T extends Comparable<T>> {
        T largest(T a, T b);
    }

    interface Texts extends Function<String, String> {
        @Override
        String apply(String text);

        default Texts twice() {
            return text -> apply(apply(text));
        }

        static Texts suffix(String suffix) {
            return text -> text + suffix;
        }
    }

    interface ThrowingTask {
        void run() throws Exception;
    }

    interface Wide {
        double mix(long a, double b, int c, float d);
    }

    interface Marker {
    }

    interface Maker {
        Maker make(int number);
    }

    private static Function<Integer, Integer> factorial;
    private static final Supplier<String> EARLY = () -> "made in the initialiser " + Later.VALUE;
    private static final String EARLY_TEXT = EARLY.get();

    static class Later {
        static final StringBuilder VALUE = new StringBuilder("later");
    }

    private int field = 10;
    private final Function<Integer, Integer> fibonacci =
            n -> n < 2 ? n : this.fibonacci.apply(n - 1) + this.fibonacci.apply(n - 2);

    private Supplier<Integer> counter() {
        return () -> ++field;
    }

    private static void captures() {
        boolean z = true;
        char c = 'c';
        byte b = -5;
        short s = 1000;
        int i = 1 << 30;
        long j = 1L << 50;
        float f = 0.25f;
        double d = 1e100;
        String text = "text";
        int[] array = {1, 2, 3};
        Supplier<String> all = () -> z + " " + c + b + s + i + j + f + d + text + array.length;
        array[0] = 9;
        System.out.println(all.get() + array[0]);
        Wide wide = (p, q, r, t) -> p + q + r + t + j + d / 1e90 + b;
        System.out.println(wide.mix(1L << 33, 0.5, 3, 1.5f));
        Runnable increment = () -> array[1]++;
        increment.run();
        increment.run();
        System.out.println(array[1]);
    }

    private static void adapts() {
        BiFunction<Integer, Long, Double> mixed = (a, b) -> a + b + 0.5;
        System.out.println(mixed.apply(1, 2L));
        BinaryOperator<Integer> add = (a, b) -> a + b;
        System.out.println(add.apply(1000, 2000));
        Shape<String> longest = (a, b) -> a.compareTo(b) > 0 ? a : b;
        System.out.println(longest.largest("pear", "apple"));
        IntBinaryOperator power = (a, b) -> {
            int result = 1;
            for (int k = 0; k < b; ++k) {
                result *= a;
            }
            return result;
        };
        System.out.println(power.applyAsInt(3, 7));
        Predicate<Object> none = o -> o == null;
        System.out.println(none.test(null) + " " + none.negate().test(null) + " " + none.or(o -> true).test(1));
        ToIntFunction<Character> code = ch -> ch;
        System.out.println(code.applyAsInt('A'));
        Supplier<? super Integer> number = () -> 42;
        System.out.println(number.get());
        UnaryOperator<List<String>> same = list -> list;
        System.out.println(same.apply(List.of("x")).size());
    }

    private static void scopes() throws Exception {
        Function<Integer, Function<Integer, Function<Integer, Integer>>> curried = a -> b -> c -> a * 100 + b * 10 + c;
        System.out.println(curried.apply(1).apply(2).apply(3));
        factorial = n -> n == 0 ? 1 : n * factorial.apply(n - 1);
        System.out.println(factorial.apply(5));
        Lambdas self = new Lambdas();
        System.out.println(self.fibonacci.apply(5));
        Supplier<Integer> counter = self.counter();
        counter.get();
        System.out.println(counter.get() + " " + self.field);
        Texts star = Texts.suffix("*");
        System.out.println(star.twice().twice().apply("a") + star.andThen(String::length).apply("bc"));
        ThrowingTask task = () -> {
            throw new Exception("checked");
        };
        try {
            task.run();
        } catch (Exception e) {
            System.out.println(e.getMessage());
        }
        Runnable[] tasks = new Runnable[3];
        for (int i = 0; i < tasks.length; ++i) {
            int copy = i;
            tasks[i] = () -> System.out.print(copy + ";");
        }
        for (Runnable each : tasks) {
            each.run();
        }
        System.out.println();
        int limit = tasks.length;
        Maker[] makers = new Maker[1];
        makers[0] = number -> {
            System.out.print(number + " of " + limit + ";");
            return number < limit ? makers[0].make(number + 1) : null;
        };
        System.out.println(makers[0].make(1));
        maker(5).make(6);
    }

    private static Maker maker(int captured) {
        return number -> {
            System.out.println(captured * number);
            return null;
        };
    }

    private static Supplier<Object> constant() {
        return () -> "constant";
    }

    private static Supplier<Object> fresh(int n) {
        return () -> n;
    }

    private static void identity() {
        System.out.println(constant() == constant());
        System.out.println(fresh(1) == fresh(1));
        Runnable marked = (Runnable & Serializable & Marker) () -> System.out.println("marked");
        marked.run();
        System.out.println(marked instanceof Marker && marked instanceof Serializable);
        Supplier<String> plain = () -> "";
        System.out.println(plain instanceof Serializable);
    }

    private static void collections() {
        List<String> words = new ArrayList<>(List.of("pear", "fig", "banana", "kiwi"));
        words.sort((a, b) -> a.length() != b.length() ? a.length() - b.length() : a.compareTo(b));
        Consumer<String> print = word -> System.out.print(word + " ");
        words.forEach(print.andThen(word -> System.out.print(word.length() + " ")));
        words.removeIf(word -> word.length() > 4);
        words.sort(Comparator.comparing((String word) -> word.charAt(1)).reversed());
        System.out.println(words);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static void pollution() {
        Function<String, Integer> length = text -> text.length();
        try {
            ((Function) length).apply(5);
        } catch (ClassCastException e) {
            System.out.println("no String");
        }
        Function<Integer, Integer> next = n -> n + 1;
        try {
            next.apply(null);
        } catch (NullPointerException e) {
            System.out.println("null");
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println(EARLY_TEXT);
        captures();
        adapts();
        scopes();
        identity();
        collections();
        pollution();
    }
}
