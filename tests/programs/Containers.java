import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.Stack;

/** Lists, maps, sets and queues. */
public class Containers {

    static void lists() {
        List<String> list = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            list.add("e" + i * 7 % 25);
        }
        list.add(3, "inserted");
        list.remove(0);
        list.remove("e7");
        list.set(1, "set");
        System.out.println(list + " " + list.size() + " " + list.indexOf("e14") + " " + list.contains("e99"));
        Collections.sort(list);
        System.out.println(list);
        Collections.sort(list, new Comparator<String>() {
            @Override
            public int compare(String a, String b) {
                return a.length() != b.length() ? a.length() - b.length() : b.compareTo(a);
            }
        });
        System.out.println(list);
        for (Iterator<String> i = list.iterator(); i.hasNext();) {
            if (i.next().endsWith("1")) {
                i.remove();
            }
        }
        Collections.reverse(list);
        System.out.println(list + " " + Collections.max(list) + " " + Collections.min(list));
        try {
            for (String s : list) {
                list.remove(s);
            }
        } catch (ConcurrentModificationException e) {
            System.out.println("changed");
        }
        try {
            list.get(100);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(new ArrayList<>(Arrays.asList(1, 2, 3)).equals(Arrays.asList(1, 2, 3)) + " "
                + Arrays.asList(1, 2, 3).hashCode() + " " + Arrays.asList("a", null));
        Integer[] array = new ArrayList<>(Arrays.asList(3, 1, 2)).toArray(new Integer[0]);
        System.out.println(array.length + " " + array[2]);
    }

    static void maps() {
        Map<String, Integer> map = new HashMap<>();
        for (String word : new String[] {"the", "cat", "the", "dog", "a", "cat", "the"}) {
            Integer old = map.get(word);
            map.put(word, old == null ? 1 : old + 1);
        }
        System.out.println(map + " " + map.size() + " " + map.get("dog") + " " + map.containsKey("x") + " "
                + map.containsValue(3) + " " + map.getOrDefault("x", -1));
        for (int i = 0; i < 40; i++) {
            map.put("k" + i * i, i);
        }
        int sum = 0;
        for (Map.Entry<String, Integer> e : map.entrySet()) {
            sum += e.getKey().length() * e.getValue();
        }
        System.out.println(map.keySet() + " " + sum);
        map.remove("the");
        map.keySet().remove("cat");
        map.values().remove(5);
        System.out.println(map.size() + " " + map.putIfAbsent("the", 9) + " " + map.put("the", 10) + " " + map.remove("nothing"));
        Map<Object, Object> odd = new HashMap<>();
        odd.put(null, "null key");
        odd.put(1, null);
        odd.put(1L, 'c');
        System.out.println(odd.get(null) + " " + odd.get(1) + " " + odd.get(1L) + " " + odd.containsKey(1) + " " + odd.equals(new HashMap<>(odd)));
    }

    static void setsAndQueues() {
        Set<Integer> set = new HashSet<>();
        for (int i = 0; i < 50; i++) {
            set.add(i * i % 37);
        }
        System.out.println(set + " " + set.contains(4) + " " + set.add(4) + " " + set.remove(4) + " " + set.size());
        set.retainAll(Arrays.asList(1, 9, 16, 100));
        System.out.println(set + " " + set.equals(new HashSet<>(Arrays.asList(16, 9, 1))) + " " + set.hashCode());
        ArrayDeque<Integer> queue = new ArrayDeque<>();
        for (int i = 0; i < 30; i++) {
            queue.addLast(i);
            if (i % 3 == 0) {
                queue.addFirst(queue.pollLast() * 10);
            }
            if (i % 4 == 0) {
                queue.poll();
            }
        }
        System.out.println(queue + " " + queue.size() + " " + queue.peekFirst() + " " + queue.removeLast());
        Stack<String> stack = new Stack<>();
        stack.push("a");
        stack.push("b");
        System.out.println(stack.peek() + stack.pop() + stack.pop() + stack.isEmpty());
        try {
            new ArrayDeque<String>().pop();
        } catch (NoSuchElementException e) {
            System.out.println(e);
        }
        System.out.println(Objects.equals(null, null) + " " + Objects.hash(1, "a", null));
    }

    public static void main(String[] args) {
        lists();
        maps();
        setsAndQueues();
    }
}
