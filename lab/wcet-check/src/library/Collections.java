import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;

/** Collections of at most 15 elements, whose arrays do not grow. Casts and stores of elements take their longest ways: arrays, and a deep class. */
public final class Main {
    /** Four keys have one hash code. */
    static class Key {
        final int number;
        Key(int number) { this.number = number; }
        @Override public int hashCode() { return number >> 2 & 3; }
        @Override public boolean equals(Object other) { return other instanceof Key && ((Key) other).number == number; }
    }

    static class First extends Key { First(int number) { super(number); } }
    static class Second extends First { Second(int number) { super(number); } }
    static class Third extends Second { Third(int number) { super(number); } }
    static final class Fourth extends Third { Fourth(int number) { super(number); } }

    static final Object[] ELEMENTS = new Object[15];
    static final Key[] KEYS = new Key[15];
    static ArrayList<Key[]> list = new ArrayList<Key[]>(16);
    static ArrayDeque<Key[]> queue = new ArrayDeque<Key[]>(16);
    static HashMap<Key, Key[]> map = new HashMap<Key, Key[]>(64);

    static Key[] get(int index) { return list.get(index); }
    static Key[] set(int index, Key[] element) { return list.set(index, element); }
    static void add(Key[] element) { list.add(element); }
    static void offer(Key[] element) { queue.addLast(element); }
    static Key[] poll() { return queue.pollFirst(); }
    static Key[] find(Key key) { return map.get(key); }
    static Key[] putFirst(Key key, Key[] element) { return map.put(key, element); }
    static Key[] put(Key key, Key[] element) { return map.put(key, element); }

    public static void main(String[] args) {
        for (int i = 0; i < 15; ++i) {
            ELEMENTS[i] = new Fourth[1];
            KEYS[i] = new Fourth(i);
            Key[] element = (Key[]) ELEMENTS[i];
            add(element);
            offer(element);
            if (i == 0) {
                putFirst(KEYS[i], element);
            } else {
                put(KEYS[i], element);
            }
        }
        for (int i = 0; i < 15; ++i) {
            get(i);
            set(i, (Key[]) ELEMENTS[14 - i]);
            poll();
            put(KEYS[i], (Key[]) ELEMENTS[0]);
            put(new Fourth(i), (Key[]) ELEMENTS[1]);
            find(KEYS[i]);
            find(new Fourth(i));
            find(new Fourth(i + 16));
        }
        // Some of these nodes meet the making of handles.
        for (int i = 0; i < 16; ++i) {
            map = new HashMap<Key, Key[]>(64);
            putFirst(KEYS[0], (Key[]) ELEMENTS[0]);
            for (int j = 1; j < 4; ++j) {
                put(KEYS[j], (Key[]) ELEMENTS[j]);
            }
        }
        System.out.println(list.size());
    }
}
