import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.Dictionary;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Maps of every kind, driven by the same random steps. */
public class Maps {

    static final BiFunction<Integer, Integer, Integer> SUM = new BiFunction<Integer, Integer, Integer>() {
        @Override
        public Integer apply(Integer a, Integer b) {
            int sum = a + b;
            return sum % 5 == 0 ? null : (Integer) sum;
        }
    };

    static final BiFunction<String, Integer, Integer> LENGTH = new BiFunction<String, Integer, Integer>() {
        @Override
        public Integer apply(String key, Integer value) {
            return value == null ? (Integer) key.length() : value % 3 == 0 ? null : (Integer) (value + 1);
        }
    };

    static void drive(Map<String, Integer> map, int seed) {
        Random random = new Random(seed);
        long digest = 0;
        for (int step = 0; step < 45; step++) {
            String key = "k" + random.nextInt(50) * 37;
            Integer result = null;
            switch (random.nextInt(11)) {
                case 0:
                case 1:
                    result = map.put(key, step);
                    break;
                case 2:
                    result = map.remove(key);
                    break;
                case 3:
                    result = map.putIfAbsent(key, step);
                    break;
                case 4:
                    result = map.merge(key, step, SUM);
                    break;
                case 5:
                    result = map.compute(key, LENGTH);
                    break;
                case 6:
                    result = map.computeIfPresent(key, LENGTH);
                    break;
                case 7:
                    final int value = step;
                    result = map.computeIfAbsent(key, new Function<String, Integer>() {
                        @Override
                        public Integer apply(String k) {
                            return value % 4 == 0 ? null : (Integer) (k.length() * value);
                        }
                    });
                    break;
                case 8:
                    result = map.replace(key, step);
                    break;
                case 9:
                    result = map.getOrDefault(key, -step);
                    break;
                default:
                    result = map.remove(key, step - 3) || map.replace(key, 4, 5) ? 1 : 0;
                    break;
            }
            digest = digest * 31 + (result == null ? 7 : result);
        }
        System.out.println(map.getClass().getName() + " " + map + " " + digest);
        System.out.println(map.keySet() + " " + map.hashCode() + " " + map.containsValue(map.get("k37")));
        map.entrySet().iterator().next().setValue(-1);
        map.values().remove(-1);
        map.keySet().retainAll(new HashSet<>(new ArrayList<>(map.keySet()).subList(0, map.size() / 2)));
        map.replaceAll(new BiFunction<String, Integer, Integer>() {
            @Override
            public Integer apply(String key, Integer value) {
                return key.length() + value;
            }
        });
        int[] sum = new int[1];
        map.forEach(new BiConsumer<String, Integer>() {
            @Override
            public void accept(String key, Integer value) {
                sum[0] += key.hashCode() * value;
            }
        });
        Map<String, Integer> twin = new TreeMap<>(map);
        System.out.println(map.values() + " " + sum[0] + " " + twin.equals(map) + map.equals(twin) + " "
                + map.entrySet().equals(twin.entrySet()) + " " + map.entrySet().contains(twin.entrySet().iterator().next()));
        try {
            for (String key : map.keySet()) {
                map.remove(key);
            }
            System.out.println("walked");
        } catch (ConcurrentModificationException e) {
            System.out.println("changed");
        }
        map.clear();
        System.out.println(map.isEmpty() + " " + map);
    }

    static void order() {
        LinkedHashMap<Integer, String> cache = new LinkedHashMap<Integer, String>(4, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Integer, String> oldest) {
                return size() > 4;
            }
        };
        for (int i = 0; i < 6; i++) {
            cache.put(i, "v" + i);
            cache.get(2);
        }
        cache.getOrDefault(4, "");
        cache.putIfAbsent(3, "x");
        System.out.println(cache + " " + cache.containsKey(0));
        LinkedHashMap<String, Integer> map = new LinkedHashMap<>();
        for (String word : "the quick brown fox jumps over the lazy dog".split(" ")) {
            map.merge(word, 1, SUM);
        }
        map.remove("brown");
        map.put("quick", 9);
        map.put("brown", 2);
        System.out.println(map + " " + map.clone());
        Set<String> set = new LinkedHashSet<>(map.keySet());
        set.remove("fox");
        set.add("fox");
        System.out.println(set + " " + new HashSet<>(set) + " " + set.equals(new HashSet<>(set)) + " "
                + new LinkedHashMap<>(map).keySet().removeAll(set));
    }

    /** Tables of all sizes: the order of the keys tells. */
    static void growth() {
        for (int n = 0; n < 28; n += 9) {
            Map<Integer, Integer> source = new TreeMap<>();
            for (int i = 0; i < n; i++) {
                source.put(i * 17 % 101 * (i % 3 + 1), i);
            }
            Map<Integer, Integer> copy = new HashMap<>(source);
            Map<Integer, Integer> small = new HashMap<>(2);
            small.putAll(source);
            Map<Integer, Integer> full = new HashMap<>(4, 2.5f);
            full.put(1000, 1);
            full.putAll(source);
            Map<Integer, Integer> computed = new HashMap<>();
            for (Integer key : source.keySet()) {
                computed.merge(key * 4, 1, SUM);
            }
            System.out.println(copy.keySet() + " " + small.keySet() + " " + full.keySet() + " " + computed.keySet()
                    + " " + new HashSet<>(source.keySet()) + new Hashtable<>(source).keySet());
        }
    }

    static void table() {
        Hashtable<String, Integer> table = new Hashtable<>();
        for (int i = 0; i < 14; i++) {
            table.put("n" + i * i, i);
        }
        Dictionary<String, Integer> dictionary = table;
        StringBuilder text = new StringBuilder();
        for (Enumeration<String> e = dictionary.keys(); e.hasMoreElements();) {
            text.append(e.nextElement()).append(' ');
        }
        for (Enumeration<Integer> e = table.elements(); e.hasMoreElements();) {
            text.append(e.nextElement()).append(' ');
        }
        System.out.println(text + " " + table.contains(3) + " " + table.equals(new HashMap<>(table)) + " "
                + table.clone());
        try {
            table.put("x", null);
        } catch (NullPointerException e) {
            System.out.println("no null");
        }
        HashMap<String, String> nulls = new HashMap<>();
        nulls.put(null, "a");
        nulls.put("b", null);
        System.out.println(nulls + " " + nulls.get(null) + nulls.containsKey("b") + nulls.getOrDefault("b", "c")
                + nulls.putIfAbsent("b", "d") + nulls.remove(null) + nulls);
    }

    static void own() {
        AbstractMap<String, Integer> map = new AbstractMap<String, Integer>() {
            private final Set<Map.Entry<String, Integer>> pairs = new LinkedHashSet<>();

            @Override
            public Integer put(String key, Integer value) {
                pairs.add(new AbstractMap.SimpleEntry<>(key, value));
                return null;
            }

            @Override
            public Set<Map.Entry<String, Integer>> entrySet() {
                return pairs;
            }
        };
        map.put("one", 1);
        map.put("two", 2);
        Collection<Integer> values = map.values();
        System.out.println(map + " " + map.get("two") + " " + map.get("three") + " " + map.keySet() + values + " "
                + map.containsKey("one") + values.contains(5) + map.remove("one") + map.size());
        Map.Entry<String, Integer> fixed = new AbstractMap.SimpleImmutableEntry<>("k", 1);
        try {
            fixed.setValue(2);
        } catch (UnsupportedOperationException e) {
            System.out.println(fixed + " " + fixed.hashCode());
        }
        for (Iterator<Integer> i = values.iterator(); i.hasNext(); i.next()) {
            System.out.println(values);
        }
    }

    public static void main(String[] args) {
        for (int seed = 1; seed < 2; seed++) {
            drive(new HashMap<String, Integer>(), seed);
            drive(new LinkedHashMap<String, Integer>(), seed);
            drive(new LinkedHashMap<String, Integer>(8, 0.5f, true), seed);
            drive(new Hashtable<String, Integer>(), seed);
            drive(new TreeMap<String, Integer>(), seed);
        }
        order();
        growth();
        table();
        own();
    }
}
