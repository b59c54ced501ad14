import java.util.Iterator;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;

/** Maps and sets in order that threads share: their walks bear changes. */
public class SkipLists {

    static void maps() {
        ConcurrentSkipListMap<String, Integer> map = new ConcurrentSkipListMap<>();
        for (String word : "the quick brown fox jumps over the lazy dog".split(" ")) {
            map.merge(word, 1, Integer::sum);
        }
        System.out.println(map + " " + map.size() + " " + map.firstKey() + " " + map.lastEntry());
        System.out.println(map.putIfAbsent("fox", 9) + " " + map.putIfAbsent("hen", 9) + " " + map.replace("hen", 9, 8)
                + " " + map.remove("hen", 9) + " " + map.computeIfAbsent("ant", String::length) + " "
                + map.computeIfPresent("the", (k, v) -> v > 1 ? null : v) + " " + map.getOrDefault("the", -1));
        System.out.println(map.floorKey("g") + " " + map.higherEntry("hen") + " " + map.ceilingKey("z") + " "
                + map.lowerKey("ant") + " " + map.pollFirstEntry());
        ConcurrentNavigableMap<String, Integer> part = map.subMap("d", true, "o", false);
        System.out.println(part + " " + part.descendingMap() + " " + map.headMap("dog") + " " + map.tailMap("lazy", false));
        part.remove("fox");
        System.out.println(map.keySet() + " " + map.values() + " " + map.descendingKeySet() + " " + part.containsKey("over"));
        for (Map.Entry<String, Integer> entry : map.entrySet()) {
            if (entry.getKey().equals("dog")) {
                map.put("duck", 4);
                map.remove("jumps");
            }
            System.out.print(entry + " ");
        }
        System.out.println();
        Iterator<String> walk = map.keySet().iterator();
        walk.next();
        walk.remove();
        System.out.println(map.equals(new TreeMap<>(map)) + " " + map.hashCode() + " " + map.clone());
        try {
            map.put("x", null);
        } catch (NullPointerException e) {
            System.out.println("no null");
        }
        try {
            map.firstEntry().setValue(3);
        } catch (UnsupportedOperationException e) {
            System.out.println("entries stay");
        }
    }

    static void sets() throws InterruptedException {
        ConcurrentSkipListSet<Integer> set = new ConcurrentSkipListSet<>((a, b) -> b - a);
        Thread[] threads = new Thread[3];
        for (int t = 0; t < 3; ++t) {
            int first = t;
            threads[t] = new Thread(() -> {
                for (int i = first; i < 30; i += 2) {
                    set.add(i * 7 % 31);
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(set.size() + " " + set.first() + " " + set.last() + " " + set.add(3) + set.remove(3) + set.add(3));
        NavigableSet<Integer> part = set.subSet(12, true, 4, false);
        System.out.println(part + " " + part.descendingSet() + " " + set.headSet(25) + " " + set.pollFirst() + " "
                + set.floor(100) + " " + set.higher(5));
    }

    public static void main(String[] args) throws InterruptedException {
        maps();
        sets();
    }
}
