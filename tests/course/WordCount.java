import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import java.util.TreeMap;

/** Counts words of a text and prints the most frequent ones, the ties in the order of the alphabet. */
public class WordCount {
    private static final String TEXT = """
            It was the best of times, it was the worst of times,
            it was the age of wisdom, it was the age of foolishness,
            it was the epoch of belief, it was the epoch of incredulity,
            it was the season of Light, it was the season of Darkness.
            """;

    public static void main(String[] args) {
        Map<String, Integer> counts = new TreeMap<>();
        int lines = 0;
        int words = 0;
        try (Scanner scanner = new Scanner(TEXT)) {
            while (scanner.hasNextLine()) {
                lines++;
                Scanner line = new Scanner(scanner.nextLine());
                while (line.hasNext()) {
                    String word = line.next().toLowerCase().replaceAll("[^a-z]", "");
                    if (!word.isEmpty()) {
                        counts.merge(word, 1, Integer::sum);
                        words++;
                    }
                }
            }
        }
        List<Map.Entry<String, Integer>> entries = new ArrayList<>(counts.entrySet());
        entries.sort(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()));
        System.out.printf("%d lines, %d words, %d different%n", lines, words, counts.size());
        for (Map.Entry<String, Integer> entry : entries.subList(0, 8)) {
            System.out.printf("%-12s%4d  %s%n", entry.getKey(), entry.getValue(), "#".repeat(entry.getValue()));
        }
        Scanner numbers = new Scanner("3 4.5 apples 12");
        int n = numbers.nextInt();
        double d = numbers.nextDouble();
        System.out.println(n + " and " + d + ", next is an int: " + numbers.hasNextInt());
        System.out.println(numbers.next() + " " + numbers.nextInt() + " " + numbers.hasNext());
    }
}
