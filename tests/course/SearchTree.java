import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Consumer;

/** A binary search tree with recursive methods; the keys come so that it gets 17 levels deep. */
public class SearchTree<T extends Comparable<T>> implements Iterable<T> {
    private static class Node<T> {
        final T value;
        Node<T> left, right;

        Node(T value) {
            this.value = value;
        }
    }

    private Node<T> root;
    private int size;

    public boolean add(T value) {
        int before = size;
        root = insert(root, value);
        return size > before;
    }

    private Node<T> insert(Node<T> node, T value) {
        if (node == null) {
            size++;
            return new Node<>(value);
        }
        int order = value.compareTo(node.value);
        if (order < 0) {
            node.left = insert(node.left, value);
        } else if (order > 0) {
            node.right = insert(node.right, value);
        }
        return node;
    }

    private int height(Node<T> node) {
        return node == null ? 0 : 1 + Math.max(height(node.left), height(node.right));
    }

    private void visit(Node<T> node, Consumer<? super T> consumer) {
        if (node != null) {
            visit(node.left, consumer);
            consumer.accept(node.value);
            visit(node.right, consumer);
        }
    }

    @Override
    public Iterator<T> iterator() {
        List<T> list = new ArrayList<>();
        visit(root, list::add);
        return list.iterator();
    }

    public T first() {
        if (root == null) {
            throw new NoSuchElementException("empty tree");
        }
        Node<T> node = root;
        while (node.left != null) {
            node = node.left;
        }
        return node.value;
    }

    public static void main(String[] args) {
        SearchTree<String> tree = new SearchTree<>();
        try {
            tree.first();
        } catch (NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
        for (int i = 0; i < 17; i++) {
            tree.add("k" + (char) ('a' + i));
        }
        System.out.println("again: " + tree.add("kc"));
        System.out.println(tree.size + " keys, height " + tree.height(tree.root) + ", first " + tree.first());
        StringBuilder line = new StringBuilder();
        for (String key : tree) {
            line.append(key).append(' ');
        }
        System.out.println(line.toString().trim());
        SearchTree<Integer> numbers = new SearchTree<>();
        for (int i = 1; i <= 17; i++) {
            numbers.add(i * i);
        }
        System.out.println("height " + numbers.height(numbers.root));
        numbers.visit(numbers.root, n -> System.out.print(n + (n == 289 ? "\n" : ",")));
    }
}
