import java.util.Random;

/** Random allocations and nested monitors on all cores; every object keeps what was written to it, and no count is lost. */
class Stress {

    private static final class Node {

        final Node next;
        final int[] values;

        Node(Node next, int value, int length) {
            this.next = next;
            values = new int[length];
            for (int i = 0; i < length; ++i) {
                values[i] = value + i;
            }
        }

        /** Number of words that are not what was written. */
        int wrong() {
            int wrong = 0;
            for (int i = 0; i < values.length; ++i) {
                wrong += values[i] == values[0] + i ? 0 : 1;
            }
            return wrong;
        }
    }

    private static final int LISTS = 5;
    private static final Object[] monitors = new Object[LISTS];
    private static final Node[] lists = new Node[LISTS];
    private static final int[] counted = new int[LISTS];
    private static int entered;
    private static int wrong;

    public static void main(String[] args) throws InterruptedException {
        final int rounds = Work.size(args, 60);
        final int seed = args.length > 1 ? Integer.parseInt(args[1]) : 1;
        for (int i = 0; i < LISTS; ++i) {
            monitors[i] = new Object();
        }
        new Work() {
            @Override
            void part(int number, int parts) {
                work(new Random(seed * 10 + number), rounds);
            }
        }.everywhere();
        int sum = 0;
        for (int count : counted) {
            sum += count;
        }
        System.out.println((sum == entered) + " " + wrong);
    }

    private static void work(Random random, int rounds) {
        Node own = null;
        int entries = 0;
        int errors = 0;
        for (int i = 0; i < rounds; ++i) {
            own = i % 16 == 0 ? null : new Node(own, i, random.nextInt(32));
            int first = random.nextInt(LISTS);
            int second = random.nextInt(LISTS);
            synchronized (monitors[Math.min(first, second)]) {
                synchronized (monitors[Math.max(first, second)]) {
                    ++counted[first];
                    ++entries;
                    Node list = lists[first];
                    errors += list == null ? 0 : list.wrong();
                    lists[second] = i % 8 == 0 ? null : new Node(list, i, 3);
                }
            }
            for (Node node = own; node != null; node = node.next) {
                errors += node.wrong();
            }
        }
        synchronized (Stress.class) {
            entered += entries;
            wrong += errors;
        }
    }
}
