import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;

/** References to methods of every kind. */
public class MethodReferences {

    static class Base {
        String name() {
            return "base";
        }

        protected String greet(String whom) {
            return "hello " + whom;
        }
    }

    static class Derived extends Base {
        @Override
        String name() {
            return "derived";
        }

        Supplier<String> above() {
            return super::name;
        }

        Supplier<String> own() {
            return this::name;
        }

        Function<String, String> greeting() {
            return super::greet;
        }
    }

    interface Named {
        String name();

        default String twice() {
            return name() + name();
        }

        private String hidden() {
            return "hidden " + name();
        }

        default Supplier<String> reveal() {
            return this::hidden;
        }
    }

    class Inner {
        final int value;

        Inner(int value) {
            this.value = value + offset;
        }

        private int secret() {
            return -value;
        }
    }

    record Pair(int a, long b) {
    }

    interface Maker {
        Pair make(int a, int b);
    }

    interface Summing {
        int sum(int a, int b, int c);
    }

    interface Dropping {
        void drop(String text);
    }

    interface Generic {
        <T extends Comparable<T>> int compare(T a, T b);
    }

    private int offset = 100;

    private MethodReferences() {
    }

    static int sum(int... numbers) {
        int sum = 0;
        for (int number : numbers) {
            sum += number;
        }
        return sum;
    }

    static <T extends Comparable<T>> int compare(T a, T b) {
        return a.compareTo(b);
    }

    static long widened(long value) {
        return value << 1;
    }

    static Object identity(Object object) {
        return object;
    }

    static <T> T same(T value) {
        return value;
    }

    private static int hiddenStatic(Integer a, Integer b) {
        return a - b;
    }

    private Function<Integer, Inner> inners() {
        return Inner::new;
    }

    private static void kinds() {
        Function<String, Integer> parse = Integer::parseInt;
        System.out.println(parse.apply("12") + 1);
        Function<String, Integer> length = String::length;
        System.out.println(length.apply("four"));
        String bound = "bound";
        IntFunction<Character> at = bound::charAt;
        bound = null;
        System.out.println(at.apply(2));
        Supplier<List<String>> list = ArrayList::new;
        List<String> made = list.get();
        Consumer<String> add = made::add;
        add.accept("one");
        Dropping drop = made::add;
        drop.drop("two");
        System.out.println(made);
        IntFunction<int[]> array = int[]::new;
        System.out.println(array.apply(3).length);
        Function<Integer, String[][]> arrays = String[][]::new;
        System.out.println(arrays.apply(2).getClass().getName());
        UnaryOperator<int[]> copy = int[]::clone;
        int[] numbers = {3, 1, 2};
        int[] other = copy.apply(numbers);
        Arrays.sort(other);
        System.out.println(numbers[0] + " " + other[0]);
        Maker pairs = Pair::new;
        System.out.println(pairs.make(1, 2));
        Function<Pair, Long> second = Pair::b;
        System.out.println(second.apply(new Pair(3, 4)));
        Summing three = MethodReferences::sum;
        System.out.println(three.sum(1, 2, 3));
        Supplier<Integer> nothing = MethodReferences::sum;
        System.out.println(nothing.get());
        Generic generic = MethodReferences::compare;
        System.out.println(generic.compare("a", "b"));
    }

    private static void adaptations() {
        IntToLongFunction widen = MethodReferences::widened;
        System.out.println(widen.applyAsLong(1 << 30));
        Function<Integer, Long> boxed = MethodReferences::widened;
        System.out.println(boxed.apply(5));
        LongFunction<Object> object = MethodReferences::widened;
        System.out.println(object.apply(6));
        ToLongFunction<Integer> value = Integer::intValue;
        System.out.println(value.applyAsLong(7));
        ToDoubleFunction<Short> number = Short::intValue;
        System.out.println(number.applyAsDouble((short) 8));
        DoubleUnaryOperator root = Math::sqrt;
        System.out.println(root.applyAsDouble(2.25));
        IntBinaryOperator difference = MethodReferences::hiddenStatic;
        System.out.println(difference.applyAsInt(9, 4));
        Supplier<String> text = new StringBuilder("sb")::toString;
        System.out.println(text.get());
        BiFunction<String, String, Boolean> equals = String::equals;
        System.out.println(equals.apply("x", "x"));
        Function<String, Object> up = MethodReferences::identity;
        System.out.println(up.apply("up"));
        UnaryOperator<String> same = MethodReferences::same;
        System.out.println(same.apply("same").length());
        ToLongFunction<Integer> unboxed = MethodReferences::same;
        System.out.println(unboxed.applyAsLong(77));
        Runnable ignored = "text"::length;
        ignored.run();
        Runnable ignoredLong = System::nanoTime;
        ignoredLong.run();
    }

    private static void receivers() {
        Derived derived = new Derived();
        System.out.println(derived.above().get() + " " + derived.own().get() + " " + derived.greeting().apply("you"));
        Function<Base, String> virtual = Base::name;
        System.out.println(virtual.apply(derived) + " " + virtual.apply(new Base()));
        Named named = () -> "n";
        Supplier<String> twice = named::twice;
        System.out.println(twice.get() + " " + named.reveal().get());
        Function<Named, String> viaInterface = Named::name;
        System.out.println(viaInterface.apply(named));
        MethodReferences outer = new MethodReferences();
        Inner inner = outer.inners().apply(5);
        Supplier<Integer> secret = inner::secret;
        System.out.println(inner.value + " " + secret.get());
        Function<Object, String> anything = Object::toString;
        System.out.println(anything.apply(12) + anything.apply("s"));
        MethodReferences none = null;
        try {
            Supplier<String> failing = none::toString;
            System.out.println("not reached " + failing);
        } catch (NullPointerException e) {
            System.out.println("null receiver");
        }
    }

    public static void main(String[] args) {
        kinds();
        adaptations();
        receivers();
    }
}
