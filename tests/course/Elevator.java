import java.util.ArrayList;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** A state machine, observers, an own linked list with an iterator, and generic helpers. */
public class Elevator {
    enum State { IDLE, UP, DOWN }

    interface Listener {
        void moved(int floor, State state);

        default Listener and(Listener other) {
            return (floor, state) -> {
                moved(floor, state);
                other.moved(floor, state);
            };
        }
    }

    static class Chain<T> implements Iterable<T> {
        private record Link<T>(T head, Link<T> tail) {}

        private Link<T> first;

        void push(T value) {
            first = new Link<>(value, first);
        }

        @Override
        public Iterator<T> iterator() {
            return new Iterator<>() {
                private Link<T> next = first;

                @Override
                public boolean hasNext() {
                    return next != null;
                }

                @Override
                public T next() {
                    T value = next.head();
                    next = next.tail();
                    return value;
                }
            };
        }
    }

    private State state = State.IDLE;
    private int floor;
    private final TreeSet<Integer> calls = new TreeSet<>();
    private Listener listener = (f, s) -> {};

    void call(int target) {
        Objects.checkIndex(target, 10);
        calls.add(target);
    }

    void run() {
        while (!calls.isEmpty()) {
            Integer above = calls.ceiling(floor);
            Integer below = calls.floor(floor);
            int target = state == State.DOWN && below != null || above == null ? below : above;
            state = target > floor ? State.UP : target < floor ? State.DOWN : state;
            while (floor != target) {
                floor += state == State.UP ? 1 : -1;
            }
            calls.remove(floor);
            listener.moved(floor, state);
        }
        state = State.IDLE;
    }

    static <T> List<T> filter(Iterable<? extends T> source, Predicate<? super T> test, Supplier<List<T>> factory) {
        List<T> result = factory.get();
        source.forEach(value -> {
            if (test.test(value)) {
                result.add(value);
            }
        });
        return result;
    }

    public static void main(String[] args) {
        Elevator elevator = new Elevator();
        Chain<Integer> visited = new Chain<>();
        BitSet floors = new BitSet(10);
        Listener print = (floor, state) -> System.out.println("stop at " + floor + " going " + state.name().toLowerCase());
        elevator.listener = print.and((floor, state) -> visited.push(floor)).and((floor, state) -> floors.set(floor));
        elevator.call(3);
        elevator.call(7);
        elevator.run();
        elevator.call(5);
        elevator.call(9);
        elevator.call(1);
        elevator.run();
        try {
            elevator.call(10);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(filter(visited, f -> f % 3 != 0, ArrayList::new) + " " + floors);
        List<String> names = new ArrayList<>(List.of("b", "a", "d", "c"));
        ListIterator<String> iterator = names.listIterator();
        while (iterator.hasNext()) {
            String name = iterator.next();
            if (name.equals("a")) {
                iterator.remove();
            } else {
                iterator.set(name + name);
            }
        }
        System.out.println(names + " " + elevator.state);
        try {
            for (String name : names) {
                names.remove(name);
            }
        } catch (java.util.ConcurrentModificationException e) {
            System.out.println("changed while walking");
        }
    }
}
