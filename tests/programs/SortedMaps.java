import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Maps and sets in order, their neighbours and their views. */
public class SortedMaps {

    static void neighbours(NavigableMap<Integer, String> map) {
        StringBuilder text = new StringBuilder();
        for (int key = -1; key < 32; key += 11) {
            text.append(map.lowerKey(key)).append(' ').append(map.floorKey(key)).append(' ')
                    .append(map.ceilingKey(key)).append(' ').append(map.higherKey(key)).append('/')
                    .append(map.get(key)).append(' ');
        }
        System.out.println(text);
        System.out.println(map + " " + map.size() + " " + map.firstEntry() + " " + map.lastEntry() + " "
                + map.descendingMap() + " " + map.navigableKeySet() + map.descendingKeySet() + map.values());
    }

    static void random() {
        TreeMap<Integer, Integer> map = new TreeMap<>();
        boolean[] there = new boolean[64];
        Random random = new Random(5);
        int wrong = 0;
        for (int step = 0; step < 150; step++) {
            int key = random.nextInt(64);
            if (random.nextInt(5) < 3) {
                wrong += (map.put(key, step) != null) == there[key] ? 0 : 1;
                there[key] = true;
            } else {
                wrong += (map.remove(key) != null) == there[key] ? 0 : 1;
                there[key] = false;
            }
        }
        int n = 0;
        int last = -1;
        for (int key : map.keySet()) {
            wrong += key > last && there[key] ? 0 : 1;
            last = key;
            n++;
        }
        for (Iterator<Map.Entry<Integer, Integer>> i = map.entrySet().iterator(); i.hasNext();) {
            Map.Entry<Integer, Integer> entry = i.next();
            if (entry.getKey() % 3 != 0) {
                i.remove();
            } else {
                entry.setValue(entry.getKey() * 2);
            }
        }
        System.out.println(wrong + " " + n + " " + map);
        NavigableSet<Integer> keys = map.descendingKeySet();
        for (Iterator<Integer> i = keys.iterator(); i.hasNext();) {
            if (i.next() % 2 == 0) {
                i.remove();
            }
        }
        System.out.println(keys + " " + map.pollFirstEntry() + map.pollLastEntry() + map.size());
    }

    static void views() {
        TreeMap<Integer, String> map = new TreeMap<>();
        for (int i = 0; i < 30; i += 2) {
            map.put(i * 7 % 30, "v" + i);
        }
        neighbours(map);
        NavigableMap<Integer, String> part = map.subMap(6, true, 22, false);
        neighbours(part);
        neighbours(part.descendingMap());
        neighbours(part.descendingMap().subMap(18, false, 8, true));
        neighbours(map.headMap(9, true));
        neighbours(map.tailMap(21, false));
        part.put(9, "new");
        part.remove(8);
        part.pollFirstEntry();
        part.descendingMap().headMap(14, false).clear();
        System.out.println(map + " " + part.containsKey(2) + part.get(2) + part.remove(2) + map.containsKey(2));
        String[] faults = new String[6];
        for (int i = 0; i < faults.length; i++) {
            try {
                switch (i) {
                    case 0:
                        part.put(22, "");
                        break;
                    case 1:
                        map.subMap(5, 3);
                        break;
                    case 2:
                        part.subMap(0, 10);
                        break;
                    case 3:
                        part.headMap(23);
                        break;
                    case 4:
                        map.subMap(3, 3).firstKey();
                        break;
                    default:
                        map.put(null, "");
                        break;
                }
            } catch (IllegalArgumentException | NoSuchElementException | NullPointerException e) {
                faults[i] = e.getClass().getSimpleName() + (i < 5 ? e.getMessage() : "");
            }
        }
        System.out.println(Arrays.toString(faults) + part.tailMap(21) + part.subMap(6, 22).size());
        SortedMap<Integer, String> head = map.headMap(10);
        System.out.println(head + " " + head.firstKey() + head.lastKey() + head.comparator() + " "
                + new TreeMap<>(head) + map.clone());
    }

    static void sets() {
        TreeSet<String> set = new TreeSet<>(Collections.<String>reverseOrder());
        for (String word : "so much depends upon a red wheel barrow glazed with rain water".split(" ")) {
            System.out.print(set.add(word) + " ");
        }
        System.out.println(set + " " + set.first() + " " + set.last() + " " + set.add("red"));
        System.out.println(set.lower("red") + set.floor("red") + set.ceiling("rec") + set.higher("red")
                + set.headSet("red") + set.tailSet("red") + set.subSet("upon", false, "much", true)
                + set.descendingSet());
        System.out.println(set.pollFirst() + set.pollLast() + set.remove("rain") + set.remove("rain")
                + set.contains("rain") + set.size());
        NavigableSet<String> tail = set.tailSet("red", false);
        tail.add("aardvark");
        try {
            tail.add("zebra");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        for (Iterator<String> i = tail.descendingIterator(); i.hasNext();) {
            System.out.print(i.next() + " ");
        }
        SortedSet<String> copy = new TreeSet<>((SortedSet<String>) set);
        System.out.println(copy + " " + copy.equals(set) + " " + new TreeSet<>(Arrays.asList(3, 1, 2)) + set.clone());
        TreeSet<String> lengths = new TreeSet<>(new Comparator<String>() {
            @Override
            public int compare(String a, String b) {
                return a.length() - b.length();
            }
        });
        lengths.addAll(copy);
        System.out.println(lengths);
    }

    public static void main(String[] args) {
        random();
        views();
        sets();
    }
}
