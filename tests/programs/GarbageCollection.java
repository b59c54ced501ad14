/** Allocates many times the heap while keeping structures alive: lists, trees, arrays of all kinds. */
public class GarbageCollection {

    static class Node {
        Node left;
        Node right;
        int value;
        long wide;

        Node(int value) {
            this.value = value;
            wide = (long) value << 32;
        }
    }

    static Node insert(Node root, int value) {
        Node fresh = new Node(value);
        if (root == null) {
            return fresh;
        }
        Node n = root;
        while (true) {
            if (value < n.value) {
                if (n.left == null) {
                    n.left = fresh;
                    return root;
                }
                n = n.left;
            } else {
                if (n.right == null) {
                    n.right = fresh;
                    return root;
                }
                n = n.right;
            }
        }
    }

    static Object[] kept = new Object[16];
    static String text = "";

    public static void main(String[] args) {
        int megabytes = args.length > 0 ? Integer.parseInt(args[0]) : 4;
        int total = 0;
        int state = 12345;
        Node tree = null;
        long[] longs = {1, 2, 3};
        for (int round = 0; round < megabytes * 16; round++) {
            tree = null;
            for (int i = 0; i < 40; i++) {
                state = state * 1103515245 + 12345;
                // Balanced enough for the small stack.
                tree = insert(tree, i == 0 ? 500 : (state >>> 16) % 1000);
                kept[i & 15] = new int[(state >>> 20) & 255];
            }
            long[] next = new long[longs.length + 1];
            System.arraycopy(longs, 0, next, 0, longs.length);
            next[longs.length] = round;
            longs = next.length > 20 ? new long[] {next[1], next[2], next[3]} : next;
            text = (text.length() > 30 ? "" : text) + round % 10;
            String[][] strings = new String[3][4];
            strings[2][3] = "s" + round;
            kept[round & 15] = strings;
            total += treeSum(tree) + ((int[]) new int[] {round})[0];
        }
        System.out.println(total + " " + text + " " + longs.length + " " + longs[longs.length - 1]);
        int lengths = 0;
        for (Object o : kept) {
            lengths += o instanceof int[] ? ((int[]) o).length : o instanceof String[][] ? ((String[][]) o)[2][3].length() : 1000;
        }
        System.out.println(lengths);
    }

    /** Without recursion: the tree may be deeper than the stack. */
    static int treeSum(Node root) {
        Node[] stack = new Node[64];
        int depth = 0;
        int sum = 0;
        stack[depth++] = root;
        while (depth > 0) {
            Node n = stack[--depth];
            sum += n.value + (int) (n.wide >> 32);
            if (n.left != null) {
                stack[depth++] = n.left;
            }
            if (n.right != null) {
                stack[depth++] = n.right;
            }
        }
        return sum;
    }
}
