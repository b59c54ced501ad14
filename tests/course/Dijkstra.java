import java.util.*;

/** Shortest paths in a map of towns, with a priority queue. */
public class Dijkstra {
    record Edge(String to, int km) {}

    record Stop(String town, int distance) implements Comparable<Stop> {
        @Override
        public int compareTo(Stop other) {
            return Integer.compare(distance, other.distance);
        }
    }

    private final Map<String, List<Edge>> graph = new TreeMap<>();

    void road(String a, String b, int km) {
        graph.computeIfAbsent(a, town -> new ArrayList<>()).add(new Edge(b, km));
        graph.computeIfAbsent(b, town -> new ArrayList<>()).add(new Edge(a, km));
    }

    Map<String, Integer> distances(String start, Map<String, String> previous) {
        Map<String, Integer> best = new HashMap<>();
        PriorityQueue<Stop> queue = new PriorityQueue<>();
        queue.add(new Stop(start, 0));
        best.put(start, 0);
        while (!queue.isEmpty()) {
            Stop stop = queue.poll();
            if (stop.distance() > best.get(stop.town())) {
                continue;
            }
            for (Edge edge : graph.get(stop.town())) {
                int distance = stop.distance() + edge.km();
                if (distance < best.getOrDefault(edge.to(), Integer.MAX_VALUE)) {
                    best.put(edge.to(), distance);
                    previous.put(edge.to(), stop.town());
                    queue.add(new Stop(edge.to(), distance));
                }
            }
        }
        return best;
    }

    public static void main(String[] args) {
        Dijkstra map = new Dijkstra();
        map.road("Vienna", "Linz", 184);
        map.road("Linz", "Salzburg", 133);
        map.road("Vienna", "Graz", 194);
        map.road("Graz", "Salzburg", 279);
        map.road("Salzburg", "Innsbruck", 185);
        map.road("Graz", "Klagenfurt", 135);
        map.road("Klagenfurt", "Innsbruck", 297);
        map.road("Innsbruck", "Bregenz", 199);
        Map<String, String> previous = new HashMap<>();
        Map<String, Integer> distances = map.distances("Vienna", previous);
        for (String town : map.graph.keySet()) {
            Deque<String> path = new ArrayDeque<>();
            for (String t = town; t != null; t = previous.get(t)) {
                path.addFirst(t);
            }
            System.out.printf("%-11s %4d km  %s%n", town, distances.get(town), String.join(" > ", path));
        }
        System.out.println(map.graph.get("Graz"));
    }
}
