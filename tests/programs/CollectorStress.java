/**
 * Allocates 1.6 MB, a hundred times the heap of a machine with 40 KB, beside structures that stay: one long list, one wide array,
 * trees that come and go, and blocks of all sizes that die in no order.
 */
public class CollectorStress {

    static class Node {
        final Node next;
        final int value;

        Node(Node next, int value) {
            this.next = next;
            this.value = value;
        }
    }

    static class Tree {
        Tree left;
        Tree right;
        long weight;
    }

    private static final int LIST = 60;
    private static final int WIDE = 24;
    private static final int TOTAL = 400000;

    private static int random = 1;
    private static int words;

    private static int random(int bound) {
        random = random * 1103515245 + 12345;
        return (random >>> 16) % bound;
    }

    /** Deeper than any stack of the machine is long. */
    private static Node list() {
        Node list = null;
        for (int i = 0; i < LIST; i++) {
            list = new Node(list, i);
        }
        words += 2 * LIST;
        return list;
    }

    private static int sum(Node list) {
        int sum = 0;
        for (; list != null; list = list.next) {
            sum = 31 * sum + list.value;
        }
        return sum;
    }

    private static Tree tree(int depth) {
        Tree tree = new Tree();
        words += 4;
        tree.weight = depth;
        if (depth > 0) {
            tree.left = tree(depth - 1);
            tree.right = tree(depth - 1);
        }
        return tree;
    }

    private static long weight(Tree tree) {
        return tree == null ? 0 : tree.weight + weight(tree.left) + weight(tree.right);
    }

    public static void main(String[] args) {
        Node kept = list();
        int expected = sum(kept);
        int[][] wide = new int[WIDE][];
        long check = 0;
        int round = 0;
        while (words < TOTAL) {
            for (int i = 0; i < 20; i++) {
                int place = random(WIDE);
                if (wide[place] != null) {
                    check = 31 * check + wide[place][wide[place].length - 1];
                }
                int length = 1 + random(60);
                wide[place] = new int[length];
                words += length;
                wide[place][length - 1] = place ^ length;
            }
            check = 31 * check + weight(tree(3));
            if (round % 50 == 0) {
                kept = list();
            }
            if (sum(kept) != expected) {
                System.out.println("round " + round + ": the list is damaged");
                return;
            }
            round++;
        }
        System.out.println(round + " rounds, " + words + " words, check " + check);
    }
}
