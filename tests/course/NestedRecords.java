import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/** Orders made of records within records: toString, equals, hashCode and copies. */
public class NestedRecords {
    record Point(int x, int y) {}

    record Address(String street, int number, Point place) {}

    record Customer(String name, Address address, Optional<String> mail) {}

    record Line(String article, int amount, double price) {
        Line {
            Objects.requireNonNull(article, "article");
        }

        double total() {
            return amount * price;
        }
    }

    record Order(int id, Customer customer, List<Line> lines, Map<String, Double> discounts) {
        Order {
            lines = List.copyOf(lines);
        }

        double total() {
            double sum = 0;
            for (Line line : lines) {
                sum += line.total() * (1 - discounts.getOrDefault(line.article(), 0.0));
            }
            return sum;
        }

        Order withCustomer(Customer other) {
            return new Order(id, other, lines, discounts);
        }
    }

    record Pair<A, B>(A first, B second) {}

    public static void main(String[] args) {
        Customer ada = new Customer("Ada", new Address("Main St", 12, new Point(3, -4)), Optional.of("ada@example.org"));
        Customer bob = new Customer("Bob", new Address("Side St", 7, new Point(0, 9)), Optional.empty());
        Map<String, Double> discounts = new TreeMap<>();
        discounts.put("pen", 0.25);
        Order order = new Order(1, ada, List.of(new Line("pen", 10, 1.2), new Line("ink", 2, 8.75)), discounts);
        System.out.println(order);
        System.out.printf("total: %.2f%n", order.total());
        Order other = order.withCustomer(bob);
        System.out.println(other.customer());
        System.out.println("equal: " + order.equals(other) + ", back: " + order.equals(other.withCustomer(ada)));
        System.out.println(new Pair<>(new Pair<>(new Pair<>(1, 'x'), 2.5f), new Pair<>("deep", List.of(new Pair<>(1L, null)))));
        System.out.println(new Point(1, 2).hashCode() + " " + new Address("a", 1, new Point(1, 2)).hashCode());
        try {
            new Line(null, 1, 1);
        } catch (NullPointerException e) {
            System.out.println("missing: " + e.getMessage());
        }
        try {
            order.lines().add(null);
        } catch (UnsupportedOperationException e) {
            System.out.println("the list cannot change");
        }
    }
}
