import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Sizes of hash tables, found from the order in which their keys are walked through. */
public class TableSizes {

    /** Whether a table has at most this length, a power of two: such a key is then in the place of 0, before 1. */
    static boolean fits(Collection<Integer> keys, int length) {
        for (int key : keys) {
            if (key == length || key == 1) {
                return key == length;
            }
        }
        throw new IllegalStateException();
    }

    /** Length of the table of a map that holds nothing, from two keys. */
    static int length(Map<Integer, Integer> map) {
        for (int length = 2; ; length <<= 1) {
            map.clear();
            map.put(1, 0);
            map.put(length, 0);
            if (fits(map.keySet(), length)) {
                return length;
            }
        }
    }

    /** Number of keys with which a table of this length grows; none of them falls together with another. */
    static int growsAt(Map<Integer, Integer> map, int length) {
        map.put(length, 0);
        map.put(1, 0);
        for (int key = 2; key < 4 * length; ++key) {
            if (key != length) {
                map.put(key, 0);
                if (!fits(map.keySet(), length)) {
                    return map.size();
                }
            }
        }
        return 0;
    }

    static void hashMap() {
        System.out.println("HashMap: first " + length(new HashMap<Integer, Integer>()));
        StringBuilder lengths = new StringBuilder();
        for (int capacity = 2; capacity < 18; ++capacity) {
            lengths.append(' ').append(length(new HashMap<Integer, Integer>(capacity, 100)));
        }
        System.out.println("for capacities from 2:" + lengths);
        for (int length = 4; length <= 32; length <<= 1) {
            System.out.println(length + " grows at " + growsAt(new HashMap<Integer, Integer>(length), length));
        }
        for (float factor : new float[] {0.5f, 1}) {
            System.out.println("with " + factor + " at " + growsAt(new HashMap<Integer, Integer>(16, factor), 16));
        }
        Map<Integer, Integer> upper = new HashMap<Integer, Integer>();
        upper.put(1 << 16, 0);
        upper.put(16, 0);
        System.out.println("upper half counts: " + fits(upper.keySet(), 16) + " " + upper.keySet());
    }

    /** Keys of one place: a small table grows although it is not full. */
    static void chains() {
        Map<Integer, Integer> map = new HashMap<Integer, Integer>();
        map.put(1, 0);
        int chain = 0;
        for (int length = 16; length <= 32; length <<= 1) {
            map.put(length, 0);
            ++chain;
            while (fits(map.keySet(), length)) {
                map.put(++chain << 8, 0);
            }
            System.out.println(length + " grows with " + chain + " keys of one place");
            map.remove(length);
        }
    }

    static void hashSet() {
        StringBuilder lengths = new StringBuilder();
        for (int size : new int[] {2, 11, 12, 23, 24}) {
            for (int length = 2; ; length <<= 1) {
                List<Integer> keys = new ArrayList<Integer>(Arrays.asList(1, length));
                for (int key = 2; keys.size() < size; ++key) {
                    if (key != length) {
                        keys.add(key);
                    }
                }
                if (fits(new HashSet<Integer>(keys), length)) {
                    lengths.append(' ').append(length);
                    break;
                }
            }
        }
        System.out.println("HashSet of collections with 2, 11, 12, 23, 24 elements:" + lengths);
    }

    /** Length of a table of any length, from the place of its keys: the walk begins at the end. */
    static int length(Hashtable<Integer, Integer> table) {
        for (int length = 11; ; ++length) {
            table.clear();
            table.put(length, 0);
            table.put(1, 0);
            Iterator<Integer> keys = table.keySet().iterator();
            if (keys.next() == 1) {
                return length;
            }
        }
    }

    static void hashtable() {
        System.out.println("Hashtable: first " + length(new Hashtable<Integer, Integer>()));
        System.out.println("for a capacity of 20: " + length(new Hashtable<Integer, Integer>(20)));
        Hashtable<Integer, Integer> table = new Hashtable<Integer, Integer>();
        int before = 11;
        for (int keys = 1; keys < 20; ++keys) {
            Hashtable<Integer, Integer> filled = new Hashtable<Integer, Integer>();
            for (int key = 0; key < keys; ++key) {
                filled.put(key, 0);
            }
            int length = length(filled);
            if (length != before) {
                System.out.println(before + " grows to " + length + " at " + keys);
                before = length;
            }
        }
    }

    static void concurrent() {
        System.out.println("ConcurrentHashMap: first " + length(new ConcurrentHashMap<Integer, Integer>()));
        StringBuilder lengths = new StringBuilder();
        for (int capacity : new int[] {2, 3, 5, 6, 10, 11, 12, 22, 23, 24}) {
            lengths.append(' ').append(length(new ConcurrentHashMap<Integer, Integer>(capacity)));
        }
        System.out.println("for some capacities:" + lengths);
        for (int length = 16; length <= 32; length <<= 1) {
            System.out.println(length + " grows at " + growsAt(new ConcurrentHashMap<Integer, Integer>(length / 2), length));
        }
    }

    public static void main(String[] arguments) {
        hashMap();
        chains();
        hashSet();
        hashtable();
        concurrent();
    }
}
