import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** What the language has gained up to Java 17, and what it had of classes inside classes before. */
public class ModernSyntax {

    enum Operation {
        ADD("+") {
            @Override
            int apply(int a, int b) {
                return a + b;
            }
        },
        MULTIPLY("*") {
            @Override
            int apply(int a, int b) {
                return a * b;
            }
        };

        private final String sign;

        Operation(String sign) {
            this.sign = sign;
        }

        abstract int apply(int a, int b);
    }

    enum Day { MONDAY, FRIDAY, SATURDAY, SUNDAY }

    sealed interface Shape permits Circle, Square, Group {
        double area();

        default String describe() {
            return name() + " of " + area();
        }

        static Shape unit() {
            return new Square(1);
        }

        private String name() {
            return getClass().getSimpleName();
        }
    }

    record Circle(double radius) implements Shape {
        @Override
        public double area() {
            return 3 * radius * radius;
        }
    }

    record Square(double side) implements Shape {
        @Override
        public double area() {
            return side * side;
        }
    }

    static non-sealed class Group implements Shape {
        final List<Shape> shapes = new ArrayList<>();

        @Override
        public double area() {
            var sum = 0.0;
            for (var shape : shapes) {
                sum += shape.area();
            }
            return sum;
        }
    }

    static class Resource implements AutoCloseable {
        private final String name;

        Resource(String name) {
            this.name = name;
            System.out.print("open " + name + "; ");
        }

        @Override
        public void close() throws Exception {
            System.out.print("close " + name + "; ");
            throw new Exception("closing " + name);
        }
    }

    abstract static class Node<T extends Comparable<T>> implements Comparable<Node<T>> {
        abstract T key();

        @Override
        public int compareTo(Node<T> other) {
            return key().compareTo(other.key());
        }
    }

    static class NumberNode extends Node<Integer> {
        private final int number;

        NumberNode(int number) {
            this.number = number;
        }

        @Override
        Integer key() {
            return number;
        }
    }

    private static class Range implements Iterable<Integer> {
        private final int end;

        private Range(int end) {
            this.end = end;
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

    private int secret = 1;

    private class Inner {
        private int more = secret + 1;

        private class Deeper {
            int all() {
                return secret * 100 + more;
            }
        }
    }

    private static String kind(Day day) {
        return switch (day) {
            case SATURDAY, SUNDAY -> "weekend";
            case FRIDAY -> {
                String text = "nearly";
                yield text + "!";
            }
            default -> day.name().toLowerCase();
        };
    }

    private static int number(String word) {
        return switch (word) {
            case "one" -> 1;
            case "two" -> 2;
            case "Aa", "BB" -> 3;
            default -> word.length() > 5 ? -1 : 0;
        };
    }

    private static String classify(Object object) {
        if (object instanceof Integer number && number > 10) {
            return "large " + number;
        }
        if (!(object instanceof String text)) {
            return "other";
        }
        return "text " + text.length();
    }

    private static void switches() {
        for (Day day : Day.values()) {
            System.out.print(kind(day) + " ");
        }
        System.out.println(Day.valueOf("FRIDAY").ordinal());
        for (String word : new String[] {"one", "two", "Aa", "BB", "C#", "longer"}) {
            System.out.print(number(word) + " ");
        }
        System.out.println();
        for (Operation operation : Operation.values()) {
            System.out.print(operation + operation.sign + operation.apply(3, 4) + operation.getDeclaringClass().getSimpleName() + " ");
        }
        System.out.println(classify(5) + classify(50) + classify("abc") + classify(null));
        switch (Day.MONDAY) {
            case MONDAY:
                System.out.print("old ");
            case FRIDAY:
                System.out.println("fall through");
                break;
            default:
                System.out.println("not here");
        }
    }

    private static void shapes() {
        Group group = new Group();
        group.shapes.add(new Circle(2));
        group.shapes.add(Shape.unit());
        group.shapes.add(new Square(1.5));
        for (Shape shape : group.shapes) {
            System.out.println(shape.describe() + (shape instanceof Circle circle ? " radius " + circle.radius() : ""));
        }
        System.out.println(group.describe());
    }

    private static void resources() {
        try (Resource a = new Resource("a"); Resource b = new Resource("b")) {
            System.out.print("body; ");
            throw new IllegalStateException("body");
        } catch (Exception e) {
            System.out.print(e.getMessage());
            for (Throwable suppressed : e.getSuppressed()) {
                System.out.print(", " + suppressed.getMessage());
            }
            System.out.println();
        } finally {
            System.out.println("finally");
        }
    }

    private static void text() {
        String block = """
            Text block:
              "quoted" \
            joined
            tab\tand space\s
            """;
        System.out.print(block);
        System.out.println(block.length());
    }

    private static void classes() {
        ModernSyntax outer = new ModernSyntax();
        Inner inner = outer.new Inner();
        Inner.Deeper deeper = inner.new Deeper();
        outer.secret = 7;
        System.out.println(deeper.all() + inner.more);
        int base = 5;
        class Local {
            int add(int value) {
                return value + base + outer.secret;
            }
        }
        System.out.println(new Local().add(1));
        Object anonymous = new Object() {
            @Override
            public String toString() {
                return "anonymous " + base;
            }
        };
        System.out.println(anonymous);
        int sum = 0;
        for (int value : new Range(5)) {
            sum += value;
        }
        System.out.println(sum);
        Comparable<Node<Integer>> three = new NumberNode(3);
        System.out.println(three.compareTo(new NumberNode(8)));
    }

    public static void main(String[] args) {
        switches();
        shapes();
        resources();
        text();
        classes();
    }
}
