package kernel;

import program.Verdict;

/** A red-black tree with insertion and removal: objects, references, and rules that always have to hold. */
public final class RedBlackTree {

    private static final int KEYS = 256;

    /** A node; the leaves are one black node without key. */
    private static final class Node {
        final int key;
        Node left;
        Node right;
        Node parent;
        boolean red;

        Node(int key, Node leaf) {
            this.key = key;
            left = leaf;
            right = leaf;
            parent = leaf;
        }
    }

    private final Node leaf = new Node(-1, null);
    private Node root = leaf;

    private RedBlackTree() {
    }

    /** Inserts and removes as often as the argument says, keeping a table of what has to be in the tree. */
    public static void main(String[] args) {
        int operations = Verdict.length(args);
        Verdict verdict = new Verdict("red-black-tree");
        RedBlackTree tree = new RedBlackTree();
        Numbers numbers = new Numbers(23);
        boolean[] present = new boolean[KEYS];
        int size = 0;
        int surprises = 0;
        for (int i = 0; i < operations; ++i) {
            int key = numbers.below(KEYS);
            Node node = tree.find(key);
            surprises += (node != tree.leaf) == present[key] ? 0 : 1;
            if (present[key]) {
                tree.remove(node);
                --size;
            } else {
                tree.insert(key);
                ++size;
            }
            present[key] = !present[key];
        }
        verdict.equal("surprises", 0, surprises);
        verdict.equal("keys in order", size, tree.countInOrder(present));
        verdict.holds("rules hold", tree.rulesHold());
        verdict.checksum("shape", tree.shape());
        verdict.end();
    }

    private Node find(int key) {
        Node node = root;
        while (node != leaf && node.key != key) {
            node = key < node.key ? node.left : node.right;
        }
        return node;
    }

    private void insert(int key) {
        Node parent = leaf;
        Node node = root;
        while (node != leaf) {
            parent = node;
            node = key < node.key ? node.left : node.right;
        }
        Node added = new Node(key, leaf);
        added.parent = parent;
        added.red = true;
        if (parent == leaf) {
            root = added;
        } else if (key < parent.key) {
            parent.left = added;
        } else {
            parent.right = added;
        }
        mendInsertion(added);
    }

    private void mendInsertion(Node node) {
        while (node.parent.red) {
            Node parent = node.parent;
            Node grandparent = parent.parent;
            boolean onLeft = parent == grandparent.left;
            Node uncle = onLeft ? grandparent.right : grandparent.left;
            if (uncle.red) {
                parent.red = false;
                uncle.red = false;
                grandparent.red = true;
                node = grandparent;
                continue;
            }
            if (node == (onLeft ? parent.right : parent.left)) {
                rotate(parent, onLeft);
                node = parent;
                parent = node.parent;
            }
            parent.red = false;
            grandparent.red = true;
            rotate(grandparent, !onLeft);
        }
        root.red = false;
    }

    /** Lets a child, the right one for a rotation to the left, take the place of a node. */
    private void rotate(Node node, boolean toLeft) {
        Node child = toLeft ? node.right : node.left;
        Node inner = toLeft ? child.left : child.right;
        if (toLeft) {
            node.right = inner;
            child.left = node;
        } else {
            node.left = inner;
            child.right = node;
        }
        if (inner != leaf) {
            inner.parent = node;
        }
        replace(node, child);
        node.parent = child;
    }

    /** Hangs a node, which may be the leaf, where another one was. */
    private void replace(Node old, Node by) {
        Node parent = old.parent;
        if (parent == leaf) {
            root = by;
        } else if (old == parent.left) {
            parent.left = by;
        } else {
            parent.right = by;
        }
        by.parent = parent;
    }

    private void remove(Node node) {
        boolean blackLost = !node.red;
        Node hole;
        if (node.left == leaf) {
            hole = node.right;
            replace(node, hole);
        } else if (node.right == leaf) {
            hole = node.left;
            replace(node, hole);
        } else {
            Node next = node.right;
            while (next.left != leaf) {
                next = next.left;
            }
            blackLost = !next.red;
            hole = next.right;
            if (next.parent == node) {
                hole.parent = next;
            } else {
                replace(next, hole);
                next.right = node.right;
                next.right.parent = next;
            }
            replace(node, next);
            next.left = node.left;
            next.left.parent = next;
            next.red = node.red;
        }
        if (blackLost) {
            mendRemoval(hole);
        }
    }

    /** Below a node there is one black too few. */
    private void mendRemoval(Node node) {
        while (node != root && !node.red) {
            Node parent = node.parent;
            boolean onLeft = node == parent.left;
            Node sibling = onLeft ? parent.right : parent.left;
            if (sibling.red) {
                sibling.red = false;
                parent.red = true;
                rotate(parent, onLeft);
                sibling = onLeft ? parent.right : parent.left;
            }
            if (!sibling.left.red && !sibling.right.red) {
                sibling.red = true;
                node = parent;
                continue;
            }
            if (!(onLeft ? sibling.right : sibling.left).red) {
                (onLeft ? sibling.left : sibling.right).red = false;
                sibling.red = true;
                rotate(sibling, !onLeft);
                sibling = onLeft ? parent.right : parent.left;
            }
            sibling.red = parent.red;
            parent.red = false;
            (onLeft ? sibling.right : sibling.left).red = false;
            rotate(parent, onLeft);
            node = root;
        }
        node.red = false;
    }

    private Node first() {
        Node node = root;
        while (node.left != leaf) {
            node = node.left;
        }
        return node;
    }

    /** The node with the next greater key, or the leaf. */
    private Node after(Node node) {
        if (node.right != leaf) {
            node = node.right;
            while (node.left != leaf) {
                node = node.left;
            }
            return node;
        }
        Node parent = node.parent;
        while (parent != leaf && node == parent.right) {
            node = parent;
            parent = node.parent;
        }
        return parent;
    }

    /** Number of keys, or -1 if one is out of order or should not be there. */
    private int countInOrder(boolean[] present) {
        int count = 0;
        int last = -1;
        for (Node node = first(); node != leaf; node = after(node)) {
            if (node.key <= last || !present[node.key]) {
                return -1;
            }
            last = node.key;
            ++count;
        }
        return count;
    }

    /** No red node has a red child, and every way from the root to a leaf meets as many black nodes. */
    private boolean rulesHold() {
        int blacks = -1;
        for (Node node = first(); node != leaf; node = after(node)) {
            if (node.red && (node.left.red || node.right.red)) {
                return false;
            }
            if (node.left == leaf || node.right == leaf) {
                int above = 0;
                for (Node n = node; n != leaf; n = n.parent) {
                    above += n.red ? 0 : 1;
                }
                if (blacks >= 0 && above != blacks) {
                    return false;
                }
                blacks = above;
            }
        }
        return !root.red;
    }

    private int shape() {
        int sum = 1;
        for (Node node = first(); node != leaf; node = after(node)) {
            sum = (sum * 31 + node.key) * 31 + node.parent.key * 2 + (node.red ? 1 : 0);
        }
        return sum;
    }
}
