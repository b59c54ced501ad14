import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicStampedReference;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** Atomic variables, alone and shared by threads; variables of threads. */
public class Atomics {

    static final AtomicInteger COUNT = new AtomicInteger();
    static final AtomicLong TOTAL = new AtomicLong(1L << 40);
    static final AtomicReference<String> LONGEST = new AtomicReference<>("");
    static final LongAdder ADDER = new LongAdder();
    static final ThreadLocal<StringBuilder> TEXT = ThreadLocal.withInitial(StringBuilder::new);

    static void numbers() {
        AtomicInteger i = new AtomicInteger(5);
        System.out.println(i.getAndIncrement() + " " + i.incrementAndGet() + " " + i.getAndDecrement() + " "
                + i.decrementAndGet() + " " + i.getAndAdd(10) + " " + i.addAndGet(-3) + " " + i.getAndSet(40));
        System.out.println(i.compareAndSet(41, 1) + " " + i.compareAndSet(40, 2) + " " + i.compareAndExchange(3, 9) + " "
                + i.compareAndExchange(2, 7) + " " + i);
        System.out.println(i.getAndUpdate(x -> x * x) + " " + i.updateAndGet(x -> x - 9) + " "
                + i.getAndAccumulate(100, Math::max) + " " + i.accumulateAndGet(-1, Integer::sum) + " " + i.longValue()
                + i.doubleValue() + i.floatValue());
        AtomicLong l = new AtomicLong(Long.MAX_VALUE);
        System.out.println(l.getAndIncrement() + " " + l.incrementAndGet() + " " + l.addAndGet(1L << 62) + " "
                + l.updateAndGet(x -> x >>> 3) + " " + l.accumulateAndGet(12, Long::min) + " " + l.intValue() + " " + l);
        AtomicBoolean b = new AtomicBoolean();
        System.out.println(b.compareAndSet(true, false) + " " + b.getAndSet(true) + " " + b.get() + " " + b);
        LongAccumulator most = new LongAccumulator(Math::max, Long.MIN_VALUE);
        for (long x : new long[] {3, -8, 1L << 33, 12}) {
            most.accumulate(x);
        }
        System.out.println(most + " " + most.getThenReset() + " " + most.get());
        DoubleAdder sum = new DoubleAdder();
        sum.add(1.5);
        sum.add(-0.25);
        System.out.println(sum + " " + sum.sumThenReset() + " " + sum.intValue());
    }

    static void arrays() {
        AtomicIntegerArray a = new AtomicIntegerArray(new int[] {4, 5, 6});
        System.out.println(a.incrementAndGet(0) + " " + a.getAndAdd(1, 20) + " " + a.compareAndSet(2, 6, -6) + " " + a + " "
                + a.length() + " " + a.accumulateAndGet(1, 3, (x, y) -> x * y));
        AtomicLongArray l = new AtomicLongArray(2);
        l.set(1, 1L << 50);
        System.out.println(l.getAndIncrement(0) + " " + l.decrementAndGet(1) + " " + l);
        AtomicReferenceArray<String> r = new AtomicReferenceArray<>(new String[] {"a", null, "c"});
        System.out.println(r.compareAndSet(1, null, "b") + " " + r.getAndUpdate(2, s -> s + s) + " " + r);
        try {
            a.get(3);
        } catch (IndexOutOfBoundsException e) {
            System.out.println("no element 3");
        }
        AtomicStampedReference<String> s = new AtomicStampedReference<>("x", 1);
        int[] stamp = new int[1];
        System.out.println(s.compareAndSet("x", "y", 2, 3) + " " + s.compareAndSet("x", "y", 1, 2) + " " + s.get(stamp)
                + stamp[0]);
        AtomicMarkableReference<String> m = new AtomicMarkableReference<>("x", false);
        System.out.println(m.attemptMark("x", true) + " " + m.isMarked() + " " + m.getReference());
    }

    static void work(int seed) {
        for (int i = 0; i < 150; i++) {
            int n = COUNT.incrementAndGet();
            TOTAL.addAndGet(seed);
            ADDER.increment();
            String text = Integer.toString(i * seed);
            LONGEST.accumulateAndGet(text, (a, b) -> b.length() > a.length() || b.length() == a.length()
                    && b.compareTo(a) > 0 ? b : a);
            if (n % 3 == 0) {
                TOTAL.getAndUpdate(x -> x + 1);
            }
        }
        TEXT.get().append(seed);
        TEXT.get().append('!');
    }

    public static void main(String[] args) throws InterruptedException {
        numbers();
        arrays();
        Thread[] threads = new Thread[3];
        String[] texts = new String[3];
        for (int t = 0; t < threads.length; t++) {
            int n = t;
            threads[t] = new Thread(() -> {
                work(n + 10);
                texts[n] = TEXT.get().toString();
            });
            threads[t].start();
        }
        work(7);
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(COUNT + " " + TOTAL + " " + LONGEST + " " + ADDER);
        System.out.println(String.join(",", texts) + " " + TEXT.get());
        TEXT.remove();
        System.out.println("[" + TEXT.get() + "]");
        ThreadLocal<Integer> plain = new ThreadLocal<>();
        System.out.println(plain.get());
        plain.set(3);
        System.out.println(plain.get());
        int random = ThreadLocalRandom.current().nextInt(5, 8);
        System.out.println(random >= 5 && random < 8);
    }
}
