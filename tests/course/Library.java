import java.util.*;
import java.util.stream.Collectors;

/** A library lends books: maps of lists, exceptions, interfaces and an abstract class. */
public class Library {
    static abstract class Item implements Comparable<Item> {
        private static int next = 100;
        protected final int id = next++;
        protected final String title;

        Item(String title) {
            this.title = title;
        }

        abstract int days();

        double fee(int days) {
            return Math.max(0, days - days()) * 0.5;
        }

        @Override
        public int compareTo(Item other) {
            return title.compareToIgnoreCase(other.title);
        }

        @Override
        public String toString() {
            return String.format("%s[%d, \"%s\"]", getClass().getSimpleName(), id, title);
        }
    }

    static class Book extends Item {
        Book(String title) {
            super(title);
        }

        int days() {
            return 28;
        }
    }

    static class Dvd extends Item {
        Dvd(String title) {
            super(title);
        }

        int days() {
            return 7;
        }

        @Override
        double fee(int days) {
            return 2 * super.fee(days);
        }
    }

    static class NotAvailable extends RuntimeException {
        NotAvailable(Item item, String reader) {
            super(item + " is with " + reader);
        }
    }

    private final SortedSet<Item> items = new TreeSet<>();
    private final Map<Item, String> lent = new HashMap<>();
    private final Map<String, List<Item>> readers = new TreeMap<>(Comparator.reverseOrder());

    void lend(String title, String reader) {
        Item item = items.stream().filter(i -> i.title.equals(title)).findFirst()
                .orElseThrow(() -> new NoSuchElementException("no \"" + title + "\""));
        String other = lent.putIfAbsent(item, reader);
        if (other != null) {
            throw new NotAvailable(item, other);
        }
        readers.computeIfAbsent(reader, r -> new LinkedList<>()).add(item);
    }

    public static void main(String[] args) {
        Library library = new Library();
        Collections.addAll(library.items, new Book("Emma"), new Dvd("Alien"), new Book("dune"), new Book("Ulysses"));
        System.out.println(library.items);
        String[][] wishes = {{"Emma", "Zoe"}, {"Alien", "Yan"}, {"Emma", "Yan"}, {"Dracula", "Zoe"}, {"dune", "Zoe"}};
        for (String[] wish : wishes) {
            try {
                library.lend(wish[0], wish[1]);
                System.out.println(wish[1] + " takes " + wish[0]);
            } catch (NotAvailable | NoSuchElementException e) {
                System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
            } finally {
                System.out.println("  lent: " + library.lent.size());
            }
        }
        library.readers.forEach((reader, items) -> System.out.println(reader + " has " + items));
        for (Item item : library.items) {
            System.out.println(item.title + " " + item.fee(30));
        }
        System.out.println(library.items.stream().map(i -> i.title).collect(Collectors.joining("/")));
    }
}
