import java.util.AbstractList;
import java.util.AbstractSequentialList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.RandomAccess;
import java.util.Stack;
import java.util.Vector;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Lists of every kind, driven by the same random steps. */
public class Lists {

    static void drive(List<Integer> list, int seed) {
        Random random = new Random(seed);
        for (int step = 0; step < 60; step++) {
            int size = list.size();
            int at = random.nextInt(size + 1);
            switch (random.nextInt(12)) {
                case 0:
                case 1:
                case 2:
                    list.add(at, step);
                    break;
                case 3:
                    list.add(step * 7 % 10);
                    break;
                case 4:
                    if (at < size) {
                        list.remove(at);
                    }
                    break;
                case 5:
                    list.remove((Object) (step % 10));
                    break;
                case 6:
                    list.addAll(at, Arrays.asList(step, -step));
                    break;
                case 7:
                    ListIterator<Integer> walk = list.listIterator(at);
                    while (walk.hasPrevious()) {
                        int value = walk.previous();
                        if (value % 5 == 0) {
                            walk.set(value + 1);
                        } else if (value % 7 == 0) {
                            walk.remove();
                        } else if (value % 11 == 0) {
                            walk.add(3);
                        }
                    }
                    break;
                case 8:
                    if (size > 6) {
                        list.subList(1, 4).clear();
                    }
                    break;
                case 9:
                    list.retainAll(new ArrayList<>(list).subList(0, size - size / 4));
                    break;
                case 10:
                    if (at < size) {
                        list.set(at, step);
                    }
                    break;
                default:
                    list.subList(at, size).add(0, 99);
                    break;
            }
        }
        System.out.println(list.getClass().getName() + " " + list + " " + list.hashCode());
        System.out.println(list.indexOf(99) + " " + list.lastIndexOf(99) + " " + list.contains(1000) + " "
                + (list instanceof RandomAccess) + " " + list.equals(new ArrayList<>(list)));
    }

    static void failures(List<Integer> list) {
        list.addAll(Arrays.asList(5, 3, 8, 1, 9, 2));
        int[][] ranges = {{-1, 2}, {2, 100}, {4, 3}};
        for (int[] range : ranges) {
            try {
                list.subList(range[0], range[1]);
            } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
                System.out.println(e);
            }
        }
        for (int index : new int[] {-1, list.size(), 50}) {
            try {
                list.get(index);
            } catch (IndexOutOfBoundsException e) {
                System.out.println(e);
            }
            try {
                list.add(index + 1, 0);
            } catch (IndexOutOfBoundsException e) {
                System.out.println(e);
            }
        }
        List<Integer> part = list.subList(1, 4);
        list.add(4);
        try {
            part.size();
        } catch (ConcurrentModificationException e) {
            System.out.println("changed");
        }
        ListIterator<Integer> walk = list.listIterator();
        try {
            walk.set(1);
        } catch (IllegalStateException e) {
            System.out.println("no last");
        }
        try {
            walk.previous();
        } catch (NoSuchElementException e) {
            System.out.println("nothing before");
        }
        while (walk.hasNext()) {
            walk.next();
        }
        try {
            walk.next();
        } catch (NoSuchElementException e) {
            System.out.println("nothing behind " + walk.nextIndex() + " " + walk.previousIndex());
        }
        list.sort(null);
        System.out.println(list);
        list.replaceAll(new UnaryOperator<Integer>() {
            @Override
            public Integer apply(Integer value) {
                return value * value;
            }
        });
        list.removeIf(new Predicate<Integer>() {
            @Override
            public boolean test(Integer value) {
                return value > 50;
            }
        });
        StringBuilder text = new StringBuilder();
        list.forEach(new Consumer<Integer>() {
            @Override
            public void accept(Integer value) {
                text.append(value).append(';');
            }
        });
        System.out.println(text);
    }

    static void linked() {
        LinkedList<String> list = new LinkedList<>();
        list.push("b");
        list.offerFirst("a");
        list.offerLast("c");
        list.addFirst("z");
        list.offer("b");
        System.out.println(list + " " + list.peekFirst() + list.peekLast() + list.getFirst() + list.getLast()
                + list.element() + list.peek());
        System.out.println(list.removeLastOccurrence("b") + " " + list.removeFirstOccurrence("x") + " " + list);
        for (Iterator<String> i = list.descendingIterator(); i.hasNext();) {
            String s = i.next();
            if (s.equals("a")) {
                i.remove();
            }
            System.out.print(s + " ");
        }
        System.out.println(list.pop() + list.pollLast() + list.removeFirst() + list.poll() + list.peekLast());
        try {
            list.removeLast();
        } catch (NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(list.clone().equals(list) + " " + list.isEmpty());
    }

    static void vectors() {
        Vector<Integer> vector = new Vector<>(3, 4);
        for (int i = 0; i < 8; i++) {
            vector.addElement(i * i % 7);
        }
        vector.insertElementAt(40, 2);
        vector.setElementAt(41, 0);
        vector.removeElement(1);
        vector.removeElementAt(1);
        System.out.println(vector + " " + vector.capacity() + " " + vector.firstElement() + " "
                + vector.lastElement() + " " + vector.elementAt(1) + " " + vector.indexOf(2, 2) + " "
                + vector.lastIndexOf(2, 3));
        vector.setSize(4);
        vector.setSize(6);
        Integer[] copy = new Integer[7];
        vector.copyInto(copy);
        System.out.println(Arrays.toString(copy));
        int n = 0;
        for (Enumeration<Integer> e = vector.elements(); e.hasMoreElements(); e.nextElement()) {
            n++;
        }
        vector.trimToSize();
        System.out.println(n + " " + vector.capacity());
        for (int i = 0; i < 4; i++) {
            try {
                if (i == 0) {
                    vector.get(-1);
                } else if (i == 1) {
                    vector.get(6);
                } else if (i == 2) {
                    vector.elementAt(9);
                } else {
                    vector.insertElementAt(1, 10);
                }
            } catch (ArrayIndexOutOfBoundsException e) {
                System.out.println(e.getMessage());
            }
        }
        vector.removeAllElements();
        System.out.println(vector.isEmpty());
        Stack<Integer> stack = new Stack<>();
        stack.push(1);
        stack.push(2);
        System.out.println(stack.peek() + stack.search(1) + stack.pop() + " " + stack.empty());
    }

    static <E> void own() {
        final int[] squares = {0, 1, 4, 9, 16, 25};
        AbstractList<Integer> list = new AbstractList<Integer>() {
            @Override
            public int size() {
                return squares.length;
            }

            @Override
            public Integer get(int index) {
                return squares[index];
            }
        };
        Collection<Integer> part = list.subList(2, 5);
        System.out.println(list + " " + part + " " + list.indexOf(16) + " " + part.contains(16) + " "
                + part.contains(25) + " " + Arrays.toString(part.toArray(new Integer[0])));
        try {
            list.add(3);
        } catch (UnsupportedOperationException e) {
            System.out.println(e);
        }
        final ArrayList<String> behind = new ArrayList<>(Arrays.asList("x", "y"));
        AbstractSequentialList<String> sequence = new AbstractSequentialList<String>() {
            @Override
            public int size() {
                return behind.size();
            }

            @Override
            public ListIterator<String> listIterator(int index) {
                return behind.listIterator(index);
            }
        };
        sequence.add(1, "between");
        sequence.set(0, "first");
        sequence.addAll(3, Arrays.asList("p", "q"));
        System.out.println(sequence.remove(2) + sequence + sequence.get(1));
    }

    public static void main(String[] args) {
        for (int seed = 1; seed < 2; seed++) {
            drive(new ArrayList<Integer>(), seed);
            drive(new LinkedList<Integer>(), seed);
            drive(new Vector<Integer>(), seed);
        }
        failures(new ArrayList<Integer>());
        failures(new LinkedList<Integer>());
        linked();
        vectors();
        own();
    }
}
