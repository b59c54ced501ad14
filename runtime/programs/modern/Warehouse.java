package modern;

import java.util.EnumMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.TreeMap;

/** The items by their names. */
final class Warehouse implements Iterable<Item> {

    private final Map<String, Item> items = new TreeMap<>();
    private final Journal journal = new Journal();

    /** How much of an item is ordered when some are missing. */
    @FunctionalInterface
    interface Policy {
        int order(Item item, int missing);

        /** Orders in whole dozens. */
        default Policy inDozens() {
            return (item, missing) -> (order(item, missing) + 11) / 12 * 12;
        }
    }

    Journal journal() {
        return journal;
    }

    void define(Item item) {
        items.put(item.name(), item);
    }

    Optional<Item> find(String name) {
        return Optional.ofNullable(items.get(name));
    }

    /** Changes the stock; false if there is not enough. */
    boolean apply(Event event) {
        var item = items.get(event.item());
        int stock = item.stock() + event.difference();
        if (stock < 0) {
            return false;
        }
        items.put(item.name(), item.with(stock));
        return true;
    }

    /** Orders what is missing, the most urgent first, for at most so many pieces of urgency. */
    void restock(int most, Policy policy) {
        record Need(Item item, int missing) implements Comparable<Need> {
            @Override
            public int compareTo(Need other) {
                return missing != other.missing ? other.missing - missing : item.name().compareTo(other.item.name());
            }
        }
        var needs = new PriorityQueue<Need>();
        for (var item : this) {
            int missing = item.category().minimum() - item.stock();
            if (missing > 0) {
                needs.add(new Need(item, missing));
            }
        }
        var inDozens = policy.inDozens();
        for (int i = 0; i < most && !needs.isEmpty(); ++i) {
            var need = needs.poll();
            Event event = new Event.Delivery(need.item().name(), inDozens.order(need.item(), need.missing()));
            if (apply(event)) {
                journal.add(0, event);
            }
        }
    }

    int stockOf(Category category) {
        var stocks = new EnumMap<Category, Integer>(Category.class);
        for (var item : items.values()) {
            stocks.merge(item.category(), item.stock(), Integer::sum);
        }
        return stocks.getOrDefault(category, 0);
    }

    @Override
    public Iterator<Item> iterator() {
        return items.values().iterator();
    }
}
