import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Employees in streams: grouping, partitioning, joining, statistics. */
public class Grouping {
    enum Department { SALES, RESEARCH, HELPDESK }

    record Employee(String name, Department department, int age, double salary) {}

    public static void main(String[] args) {
        List<Employee> staff = List.of(
                new Employee("Ada", Department.RESEARCH, 36, 5200.50),
                new Employee("Bob", Department.SALES, 41, 3100),
                new Employee("Cleo", Department.RESEARCH, 29, 4100.25),
                new Employee("Dan", Department.HELPDESK, 23, 2100),
                new Employee("Eve", Department.SALES, 35, 3900.75),
                new Employee("Finn", Department.HELPDESK, 51, 2650));

        Map<Department, List<String>> names = staff.stream().collect(Collectors.groupingBy(
                Employee::department, TreeMap::new, Collectors.mapping(Employee::name, Collectors.toList())));
        System.out.println(names);

        Map<Department, Double> average = staff.stream().collect(
                Collectors.groupingBy(Employee::department, TreeMap::new, Collectors.averagingDouble(Employee::salary)));
        average.forEach((department, salary) -> System.out.printf("%-10s %9.2f%n", department, salary));

        Map<Boolean, Long> old = staff.stream()
                .collect(Collectors.partitioningBy(e -> e.age() > 35, Collectors.counting()));
        System.out.println(old);

        System.out.println(staff.stream().sorted(Comparator.comparingDouble(Employee::salary).reversed())
                .limit(3).map(Employee::name).collect(Collectors.joining(", ", "[", "]")));

        DoubleSummaryStatistics statistics = staff.stream().mapToDouble(Employee::salary).summaryStatistics();
        System.out.printf("min %.2f max %.2f avg %.3f%n", statistics.getMin(), statistics.getMax(), statistics.getAverage());

        System.out.println(IntStream.rangeClosed(1, 20).filter(n -> n % 3 == 0).boxed()
                .map(n -> n * n).reduce(0, Integer::sum));
        Map<String, Integer> ages = staff.stream()
                .collect(Collectors.toMap(Employee::name, Employee::age, (a, b) -> a, TreeMap::new));
        System.out.println(ages);
        System.out.println(staff.stream().max(Comparator.comparing(Employee::age).thenComparing(Employee::name))
                .map(Employee::toString).orElse("nobody"));
    }
}
