/** Static fields and initialisers; each class has its values when it is first used. */
public class StaticInit {

    static final int CONSTANT = 42;
    static final String TEXT = "constant text";
    static int counter = 10;
    static int[] table = {1, 2, 3, counter};
    static long wide = 1L << 35;
    static String joined;

    static {
        joined = TEXT + CONSTANT;
        for (int i = 0; i < table.length; i++) {
            counter += table[i];
        }
    }

    static class Base {
        static int base = counter * 2;
        static String name = "base" + base;
    }

    static class Derived extends Base {
        static int derived = base + 1;
    }

    static class Lazy {
        static Lazy instance = new Lazy();
        static int created = 5;
        int number;

        Lazy() {
            number = ++created;
        }
    }

    interface Limits {
        int MAX = 100;
        int[] STEPS = {MAX / 2, MAX / 4};
    }

    public static void main(String[] args) {
        System.out.println(counter + " " + joined + " " + wide + " " + table[3]);
        System.out.println(Derived.derived + " " + Derived.base + " " + Derived.name);
        System.out.println(Lazy.instance.number + " " + Lazy.created);
        System.out.println(Limits.MAX + " " + Limits.STEPS[1]);
        Derived.base = 7;
        Base.base++;
        wide += Base.base;
        System.out.println(Derived.base + " " + wide);
    }
}
