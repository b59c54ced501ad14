import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A travel agency asks three airlines at once and takes the cheapest offer. */
public class Futures {
    record Offer(String airline, double price) {}

    static Offer ask(String airline, int distance) {
        if (airline.isBlank()) {
            throw new IllegalArgumentException("no airline");
        }
        return new Offer(airline, 50 + distance * (0.1 + airline.length() / 100.0));
    }

    public static void main(String[] args) {
        List<CompletableFuture<Offer>> questions = Stream.of("Alpha", "Albatross", "Sky")
                .map(name -> CompletableFuture.supplyAsync(() -> ask(name, 900)))
                .collect(Collectors.toList());
        CompletableFuture.allOf(questions.toArray(new CompletableFuture<?>[0])).join();
        questions.stream().map(CompletableFuture::join)
                .forEach(offer -> System.out.printf("%-10s %8.2f%n", offer.airline(), offer.price()));
        Offer best = questions.stream().map(CompletableFuture::join)
                .min((a, b) -> Double.compare(a.price(), b.price())).orElseThrow();
        System.out.println("best: " + best);

        CompletableFuture<Integer> price = CompletableFuture.supplyAsync(() -> 200);
        CompletableFuture<Double> rate = CompletableFuture.supplyAsync(() -> 1.08);
        System.out.println(price.thenCombine(rate, (p, r) -> p * r).thenApply(x -> String.format("%.2f USD", x)).join());

        CompletableFuture<String> safe = CompletableFuture.supplyAsync(() -> ask(" ", 1))
                .thenApply(Offer::airline)
                .exceptionally(e -> "recovered from " + e.getMessage());
        System.out.println(safe.join());
        try {
            CompletableFuture.supplyAsync(() -> ask("", 1)).join();
        } catch (CompletionException e) {
            System.out.println(e.getCause());
        }
        System.out.println(CompletableFuture.completedFuture("x").thenCompose(s -> CompletableFuture.supplyAsync(() -> s + "y"))
                .handle((value, error) -> error == null ? value : "failed").join());
    }
}
