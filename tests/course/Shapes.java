import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A sealed hierarchy of shapes, records, and pattern matching. */
public class Shapes {
    sealed interface Shape permits Circle, Rectangle, Triangle, Group {
        double area();
    }

    record Circle(double radius) implements Shape {
        Circle {
            if (radius <= 0) {
                throw new IllegalArgumentException("radius " + radius);
            }
        }

        public double area() {
            return Math.PI * radius * radius;
        }
    }

    record Rectangle(double width, double height) implements Shape {
        public double area() {
            return width * height;
        }
    }

    record Triangle(double a, double b, double c) implements Shape {
        public double area() {
            double s = (a + b + c) / 2;
            return Math.sqrt(s * (s - a) * (s - b) * (s - c));
        }
    }

    record Group(String name, List<Shape> members) implements Shape {
        public double area() {
            return members.stream().mapToDouble(Shape::area).sum();
        }
    }

    static String describe(Shape shape) {
        if (shape instanceof Circle c) {
            return "circle of radius " + c.radius();
        } else if (shape instanceof Rectangle r && r.width() == r.height()) {
            return "square of " + r.width();
        } else if (shape instanceof Rectangle r) {
            return "rectangle of " + r.width() + " by " + r.height();
        } else if (shape instanceof Group g) {
            return "group " + g.name() + " of " + g.members().size();
        }
        return shape.getClass().getSimpleName();
    }

    public static void main(String[] args) {
        List<Shape> shapes = new ArrayList<>(List.of(new Circle(1.5), new Rectangle(2, 3), new Rectangle(2, 2),
                new Triangle(3, 4, 5)));
        shapes.add(new Group("inner", List.copyOf(shapes.subList(0, 2))));
        shapes.add(new Group("outer", List.of(shapes.get(4), new Circle(0.5))));
        shapes.sort(Comparator.comparingDouble(Shape::area));
        shapes.forEach(shape -> System.out.printf("%-28s %7.3f%n", describe(shape), shape.area()));
        shapes.forEach(System.out::println);
        System.out.println(new Rectangle(2, 3).equals(shapes.get(1)) || shapes.contains(new Rectangle(2, 3)));
        System.out.println(new Rectangle(1, 2).hashCode() == new Rectangle(1, 2).hashCode());
        try {
            new Circle(-1);
        } catch (IllegalArgumentException e) {
            System.out.println("caught " + e);
        }
    }
}
