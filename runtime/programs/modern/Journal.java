package modern;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/** All events, day by day. */
final class Journal {

    private final TreeMap<Integer, List<Event>> days = new TreeMap<>();

    /** A page to write on, which has to be closed; one with a negative number complains when it is empty. */
    final class Page implements AutoCloseable {

        private static int closed;
        private final int number;
        private final List<Event> written = new ArrayList<>();

        private Page(int number) {
            this.number = number;
        }

        void write(Event event) {
            written.add(event);
        }

        /** Number of pages that were closed. */
        static int closed() {
            return closed;
        }

        @Override
        public void close() {
            ++closed;
            for (var event : written) {
                add(Math.abs(number), event);
            }
            if (written.isEmpty() && number < 0) {
                throw new IllegalStateException("nothing on page " + number);
            }
        }
    }

    Page open(int number) {
        return new Page(number);
    }

    void add(int day, Event event) {
        days.computeIfAbsent(day, d -> new ArrayList<>()).add(event);
        // Old days are summed up, so that the journal does not grow for ever.
        if (days.size() > 6) {
            var oldest = days.pollFirstEntry();
            oldest.getValue().forEach(this::carryOver);
        }
    }

    private final TreeMap<String, Integer> carried = new TreeMap<>();
    private int carriedAmount;

    private void carryOver(Event event) {
        carried.merge(event.item(), event.difference(), Integer::sum);
        carriedAmount += event instanceof Event.Sale sale ? sale.amount() : 0;
    }

    /** Sums up a number of each event; of what was carried over there is one event for each item. */
    int sum(ToIntFunction<Event> part) {
        int sum = part.applyAsInt(new Event.Sale("", 1, carriedAmount));
        for (var entry : carried.entrySet()) {
            sum += part.applyAsInt(new Event.Correction(entry.getKey(), entry.getValue()));
        }
        for (var events : days.values()) {
            for (var event : events) {
                sum += part.applyAsInt(event);
            }
        }
        return sum;
    }
}
