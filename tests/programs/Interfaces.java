/** Interface calls: several interfaces, inheritance, default and static methods. */
public class Interfaces {

    interface Named {
        String name();

        default String greet() {
            return "hello, " + name();
        }

        static String shout(Named named) {
            return named.name().toUpperCase() + "!";
        }
    }

    interface Sized {
        int size();

        int LIMIT = 100;
    }

    interface Thing extends Named, Sized {
        default String describe() {
            return name() + " of size " + size() + (size() > LIMIT ? " (large)" : "");
        }
    }

    static class Box implements Thing {
        private final int size;

        Box(int size) {
            this.size = size;
        }

        @Override
        public String name() {
            return "box";
        }

        @Override
        public int size() {
            return size;
        }
    }

    static class Crate extends Box {
        Crate() {
            super(1000);
        }

        @Override
        public String name() {
            return "crate";
        }

        @Override
        public String greet() {
            return "heavy " + name();
        }
    }

    static class Cat implements Named, Comparable<Cat> {
        final int age;

        Cat(int age) {
            this.age = age;
        }

        @Override
        public String name() {
            return "cat" + age;
        }

        @Override
        public int compareTo(Cat other) {
            return age - other.age;
        }
    }

    static int total(Sized... things) {
        int total = 0;
        for (Sized thing : things) {
            total += thing.size();
        }
        return total;
    }

    static <T extends Comparable<T>> T larger(T a, T b) {
        return a.compareTo(b) >= 0 ? a : b;
    }

    public static void main(String[] args) {
        Named[] all = {new Box(5), new Crate(), new Cat(3)};
        for (Named named : all) {
            System.out.println(named.greet() + " " + Named.shout(named) + " " + (named instanceof Sized) + " "
                    + (named instanceof Thing) + " " + (named instanceof Comparable));
            if (named instanceof Thing) {
                System.out.println(((Thing) named).describe());
            }
        }
        System.out.println(total(new Box(1), new Box(2), new Crate()));
        System.out.println(larger(new Cat(4), new Cat(9)).name() + " " + larger("pear", "apple") + " " + larger(3, 5));
        Runnable[] tasks = new Runnable[3];
        final int[] sum = new int[1];
        for (int i = 0; i < tasks.length; i++) {
            final int n = i;
            tasks[i] = new Runnable() {
                @Override
                public void run() {
                    sum[0] += n * 10;
                }
            };
        }
        for (Runnable task : tasks) {
            task.run();
        }
        System.out.println(sum[0]);
        try {
            Named none = (Named) (Object) "text";
            System.out.println(none.name());
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
    }
}
