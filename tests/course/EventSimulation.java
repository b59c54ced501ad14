import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Random;

/** Customers of a post office with two counters: a simulation driven by a queue of events. */
public class EventSimulation {
    enum Kind { ARRIVE, LEAVE }

    record Event(double time, Kind kind, int customer) {}

    private final PriorityQueue<Event> events = new PriorityQueue<>(Comparator.comparingDouble(Event::time)
            .thenComparing(Event::kind).thenComparingInt(Event::customer));
    private final Queue<Integer> line = new ArrayDeque<>();
    private final Random random = new Random(2024);
    private final List<Double> waits = new ArrayList<>();
    private final double[] arrived = new double[41];
    private int free = 2;
    private int longest;

    private double exponential(double mean) {
        return -mean * Math.log(1 - random.nextDouble());
    }

    private void serve(int customer, double now) {
        free--;
        waits.add(now - arrived[customer]);
        events.add(new Event(now + exponential(4.0), Kind.LEAVE, customer));
    }

    void run() {
        events.add(new Event(exponential(2.5), Kind.ARRIVE, 1));
        while (!events.isEmpty()) {
            Event event = events.poll();
            switch (event.kind()) {
                case ARRIVE -> {
                    arrived[event.customer()] = event.time();
                    if (event.customer() < 40) {
                        events.add(new Event(event.time() + exponential(2.5), Kind.ARRIVE, event.customer() + 1));
                    }
                    if (free > 0) {
                        serve(event.customer(), event.time());
                    } else {
                        line.offer(event.customer());
                        longest = Math.max(longest, line.size());
                    }
                }
                case LEAVE -> {
                    free++;
                    Integer next = line.poll();
                    if (next != null) {
                        serve(next, event.time());
                    }
                    if (event.customer() % 10 == 0) {
                        System.out.printf("%7.2f  customer %d leaves, %d wait%n", event.time(), event.customer(), line.size());
                    }
                }
            }
        }
        double mean = waits.stream().mapToDouble(Double::doubleValue).average().orElse(0);
        long none = waits.stream().filter(w -> w == 0).count();
        System.out.printf("mean wait %.3f min, %d of %d without, longest line %d%n", mean, none, waits.size(), longest);
    }

    public static void main(String[] args) {
        new EventSimulation().run();
    }
}
