import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

/** Collections that threads share. */
public class SharedCollections {

    static void map() throws InterruptedException {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        for (int i = 0; i < 40; i++) {
            map.put("k" + i * 7 % 31, i);
        }
        System.out.println(map.size() + " " + new TreeMap<>(map));
        System.out.println(map.get("k3") + " " + map.get("none") + " " + map.getOrDefault("none", -1) + " "
                + map.putIfAbsent("k3", 0) + " " + map.putIfAbsent("new", 1) + " " + map.remove("k4") + " "
                + map.remove("k5", 0) + " " + map.replace("k6", 99) + " " + map.replace("k6", 98, 1) + " "
                + map.containsKey("k4") + map.containsValue(99) + map.contains(98));
        System.out.println(map.computeIfAbsent("c", String::length) + " " + map.computeIfPresent("c", (k, v) -> null) + " "
                + map.compute("c", (k, v) -> v == null ? 5 : v + 1) + " " + map.merge("c", 10, Integer::sum) + " "
                + map.merge("d", 2, Integer::sum) + " " + map.get("c"));
        for (String key : map.keySet()) {
            if (key.startsWith("k1")) {
                map.remove(key);
            }
        }
        System.out.println(new TreeMap<>(map) + " " + map.mappingCount());
        for (Iterator<Map.Entry<String, Integer>> i = map.entrySet().iterator(); i.hasNext();) {
            Map.Entry<String, Integer> entry = i.next();
            if (entry.getValue() % 2 == 0) {
                i.remove();
            } else {
                entry.setValue(entry.getValue() * 100);
            }
        }
        map.replaceAll((k, v) -> v + k.length());
        System.out.println(new TreeMap<>(map) + " " + map.reduceValues(1, Integer::sum) + " "
                + map.equals(new TreeMap<>(map)) + " " + (map.hashCode() == new TreeMap<>(map).hashCode()));
        for (int n = 0; n < 2; n++) {
            try {
                if (n == 0) {
                    map.put(null, 1);
                } else {
                    map.put("x", null);
                }
            } catch (NullPointerException e) {
                System.out.println("no null");
            }
        }
        Set<String> set = ConcurrentHashMap.newKeySet();
        System.out.println(set.add("a") + " " + set.add("a") + " " + set.contains("a") + set.remove("b") + set);
        ConcurrentMap<Integer, Integer> numbers = new ConcurrentHashMap<>();
        Thread[] threads = new Thread[3];
        for (int t = 0; t < 3; t++) {
            threads[t] = new Thread(() -> {
                for (int i = 0; i < 100; i++) {
                    numbers.merge(i % 20, 1, Integer::sum);
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(numbers);
    }

    static void lists() {
        CopyOnWriteArrayList<String> list = new CopyOnWriteArrayList<>(List.of("c", "a", "b"));
        for (String s : list) {
            list.add(0, s + s);
        }
        System.out.println(list + " " + list.addIfAbsent("a") + list.addIfAbsent("z") + " " + list.indexOf("aa") + " "
                + list.remove(1) + list.remove("nothing") + list.set(0, "first"));
        list.sort(null);
        list.removeIf(s -> s.length() > 4);
        list.replaceAll(s -> s + "!");
        list.addAll(2, List.of("x", "y"));
        System.out.println(list + " " + list.size() + " " + list.contains("x") + " " + list.subList(1, 3) + " "
                + list.equals(new ArrayList<>(list)) + " " + (list.hashCode() == new ArrayList<>(list).hashCode()));
        try {
            Iterator<String> i = list.iterator();
            i.next();
            i.remove();
        } catch (UnsupportedOperationException e) {
            System.out.println("fixed");
        }
        try {
            list.get(77);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        CopyOnWriteArraySet<Integer> set = new CopyOnWriteArraySet<>(Arrays.asList(3, 1, 3, 2));
        System.out.println(set + " " + set.add(1) + set.add(9) + set.remove(3) + set + set.equals(Set.of(1, 2, 9)));
    }

    static void queues() throws InterruptedException {
        Queue<Integer> linked = new ConcurrentLinkedQueue<>(List.of(1, 2, 3));
        for (int n : linked) {
            linked.remove(n - 1);
            if (n < 10) {
                linked.offer(n * 10);
            }
        }
        System.out.println(linked.size() + " " + linked.poll() + linked.peek() + linked.size() + linked.contains(20));
        ConcurrentLinkedDeque<Integer> deque = new ConcurrentLinkedDeque<>();
        deque.push(1);
        deque.addLast(2);
        deque.addFirst(0);
        System.out.println(deque + " " + deque.pollLast() + deque.pop() + deque.peekFirst() + deque.pollLast() + deque.poll());
        BlockingQueue<Integer> small = new ArrayBlockingQueue<>(2);
        System.out.println(small.offer(1) + " " + small.offer(2) + " " + small.offer(3) + " "
                + small.offer(3, 1, TimeUnit.MILLISECONDS) + " " + small.remainingCapacity() + small);
        try {
            small.add(4);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        List<Integer> drained = new ArrayList<>();
        System.out.println(small.drainTo(drained, 1) + " " + small.drainTo(drained) + drained + small.poll()
                + small.poll(1, TimeUnit.MILLISECONDS));
        LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
        SynchronousQueue<Integer> hand = new SynchronousQueue<>();
        System.out.println(hand.offer(1) + " " + hand.poll() + " " + hand.size());
        Thread squares = new Thread(() -> {
            try {
                for (int n = queue.take(); n >= 0; n = queue.take()) {
                    hand.put(n * n);
                }
                hand.put(-1);
            } catch (InterruptedException e) {
                System.out.println("not here");
            }
        });
        squares.start();
        for (int i = 0; i < 10; i++) {
            queue.put(i);
        }
        queue.add(-1);
        int sum = 0;
        for (int n = hand.take(); n >= 0; n = hand.take()) {
            sum = sum * 3 + n;
        }
        System.out.println(sum);
        LinkedBlockingDeque<String> ends = new LinkedBlockingDeque<>(3);
        ends.putFirst("b");
        ends.putLast("c");
        ends.addFirst("a");
        System.out.println(ends.offerLast("d") + " " + ends + ends.takeLast() + ends.takeFirst() + ends.getFirst());
        PriorityBlockingQueue<String> sorted = new PriorityBlockingQueue<>(4, (a, b) -> b.compareTo(a));
        sorted.addAll(List.of("q", "z", "a"));
        System.out.println(sorted.take() + sorted.poll() + sorted.size());
    }

    /** An element that is due after some milliseconds. */
    static class Due implements Delayed {
        final String name;
        final long time;

        Due(String name, int milliseconds) {
            this.name = name;
            time = System.nanoTime() + milliseconds * 1000000L;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(time - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(time, ((Due) other).time);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        map();
        lists();
        queues();
        DelayQueue<Due> due = new DelayQueue<>();
        due.add(new Due("late", 12));
        due.add(new Due("early", 4));
        System.out.println(due.poll() + " " + due.take().name + " " + due.take().name);
    }
}
