package modern;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

import modern.Event.Correction;
import modern.Event.Delivery;
import modern.Event.Sale;
import program.Verdict;

/**
 * A warehouse in today's Java: commands are parsed, prices computed from formulas, events kept in a journal, and reports
 * drawn from it. The argument counts days.
 *
 * <p>Records, enums with methods, sealed interfaces, lambdas and method references, switch expressions, text blocks,
 * patterns, collections, try with resources: nothing here was written with the processor in mind.
 */
public final class Main {

    private static final String SCRIPT = """
            # item, category, formula of the price
            define bolt hardware 3 + days / 7
            define hinge hardware 12
            define lamp electric (40 - days % 5) * 2
            define cable electric 5 * 5 - 4
            define apple food 1 + (days % 3)
            define bread food 2 * 2

            deliver bolt 500
            deliver hinge 80
            deliver lamp 60
            deliver cable 120
            deliver apple 300
            deliver bread 90
            """;

    private static final List<String> DAY = List.of("sell bolt 21", "sell lamp 3", "sell apple 17", "correct bread -2",
            "sell hinge 4", "fly moon 1", "sell cable 6", "sell bread 500", "sell bolt many", "deliver apple 12",
            "sell sofa 1", "deliver bread 3");

    /** What a command came to: an event, or why there is none. */
    private record Outcome(Optional<Event> event, String problem) {

        static Outcome of(Event event) {
            return new Outcome(Optional.of(event), "");
        }

        static Outcome refused(String problem) {
            return new Outcome(Optional.empty(), problem);
        }

        boolean isRefused() {
            return event.isEmpty();
        }
    }

    /** A line of a report. */
    private record Line(String name, int pieces, int value) {
    }

    private final Warehouse warehouse = new Warehouse();
    private final Map<String, Integer> problems = new LinkedHashMap<>();
    /** Today's prices. */
    private final Map<String, Integer> prices = new HashMap<>();

    private Main() {
    }

    /** Runs the warehouse. */
    public static void main(String[] args) {
        var days = Verdict.length(args);
        var verdict = new Verdict("modern");
        var main = new Main();
        int lines = 0;
        for (var line : SCRIPT.split("\n")) {
            lines += main.execute(line) ? 1 : 0;
        }
        verdict.equal("script lines", 12, lines);
        for (int day = 1; day <= days; ++day) {
            main.price(day);
            main.live(day);
        }
        main.report(verdict);
        verdict.holds("books are balanced", main.isBalanced());
        verdict.equal("resources closed", 2 * days, Journal.Page.closed());
        verdict.end();
    }

    /** Works out the prices of a day. */
    private void price(int day) {
        var variables = Map.of("days", day);
        for (var item : warehouse) {
            prices.put(item.name(), item.priceOn(variables));
        }
    }

    /** One day's commands on a page of the journal; a stocktaking closes it. */
    private void live(int number) {
        try (var page = warehouse.journal().open(number); var seal = warehouse.journal().open(-number)) {
            for (var command : DAY) {
                var outcome = parse(command);
                outcome.event().ifPresent(page::write);
                if (outcome.isRefused()) {
                    problems.merge(outcome.problem(), 1, Integer::sum);
                }
            }
            if (number % 4 == 0) {
                throw new IllegalStateException("stocktaking");
            }
            seal.write(new Correction("bolt", 0));
        } catch (IllegalStateException e) {
            var text = e.getMessage() + (e.getSuppressed().length > 0 ? ", disturbed" : "");
            problems.merge(text, 1, Integer::sum);
        } finally {
            warehouse.restock(10, (item, missing) -> item.category().isPerishable() ? missing : missing * 2);
        }
    }

    /** Executes a line of the script; false for comments and blank lines. */
    private boolean execute(String line) {
        var text = line.strip();
        if (text.isBlank() || text.startsWith("#")) {
            return false;
        }
        parse(text).event().ifPresent(event -> warehouse.journal().add(0, event));
        return true;
    }

    private Outcome parse(String text) {
        var words = text.split(" ");
        return switch (words[0]) {
            case "define" -> {
                var formula = Expression.parse(text.substring(text.indexOf(words[2]) + words[2].length()));
                warehouse.define(new Item(words[1], Category.of(words[2]), formula, 0));
                yield Outcome.refused("defined");
            }
            case "deliver", "sell", "correct" -> {
                var count = number(words[2]);
                yield count.isPresent() ? change(words[0], words[1], count.get()) : Outcome.refused("no number");
            }
            default -> Outcome.refused("unknown: " + words[0]);
        };
    }

    private static Optional<Integer> number(String word) {
        try {
            return Optional.of(Integer.parseInt(word));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private Outcome change(String verb, String name, int count) {
        if (warehouse.find(name).isEmpty()) {
            return Outcome.refused("no " + name);
        }
        Event event = switch (verb) {
            case "deliver" -> new Delivery(name, count);
            case "sell" -> new Sale(name, count, prices.get(name));
            default -> new Correction(name, count);
        };
        return warehouse.apply(event) ? Outcome.of(event) : Outcome.refused("too few of " + name);
    }

    private void report(Verdict verdict) {
        var lines = new ArrayList<Line>();
        for (var item : warehouse) {
            lines.add(new Line(item.name(), item.stock(), item.stock() * prices.get(item.name())));
        }
        lines.sort(Comparator.comparingInt(Line::value).reversed().thenComparing(Line::name));
        var order = new StringJoiner(" > ", "[", "]");
        lines.forEach(line -> order.add(line.name()));
        System.out.println("  " + order);
        ToIntFunction<Line> pieces = Line::pieces;
        verdict.show("pieces", sum(lines, pieces));
        verdict.show("value", sum(lines, Line::value));
        verdict.show("income", warehouse.journal().sum(event -> event instanceof Sale sale ? sale.amount() : 0));
        for (var category : Category.values()) {
            verdict.show(category.title(), warehouse.stockOf(category));
        }
        Supplier<List<String>> names = () -> new ArrayList<>(problems.keySet());
        var sorted = names.get();
        sorted.sort(String::compareTo);
        for (var problem : sorted) {
            verdict.show(problem, problems.get(problem));
        }
        verdict.checksum("journal", warehouse.journal().sum(Object::hashCode));
        verdict.checksum("last lines", lines.subList(0, 3).hashCode());
    }

    private static <T> int sum(Iterable<T> values, ToIntFunction<? super T> part) {
        int sum = 0;
        for (var value : values) {
            sum += part.applyAsInt(value);
        }
        return sum;
    }

    /** What came in and did not go out is what is there, item by item. */
    private boolean isBalanced() {
        Function<Event, Integer> change = event -> {
            if (event instanceof Sale sale) {
                return -sale.count();
            } else if (event instanceof Delivery delivery && delivery.count() > 0) {
                return delivery.count();
            }
            return event instanceof Correction correction ? correction.difference() : 0;
        };
        for (var item : warehouse) {
            int stock = warehouse.journal().sum(event -> event.item().equals(item.name()) ? change.apply(event) : 0);
            if (stock != item.stock()) {
                return false;
            }
        }
        return true;
    }
}
