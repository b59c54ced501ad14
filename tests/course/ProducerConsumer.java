import java.util.LinkedList;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;

/** Two producers and a consumer, once with wait and notify, once with a BlockingQueue. */
public class ProducerConsumer {
    static class Buffer<T> {
        private final Queue<T> queue = new LinkedList<>();
        private final int capacity;

        Buffer(int capacity) {
            this.capacity = capacity;
        }

        synchronized void put(T value) throws InterruptedException {
            while (queue.size() == capacity) {
                wait();
            }
            queue.add(value);
            notifyAll();
        }

        synchronized T take() throws InterruptedException {
            while (queue.isEmpty()) {
                wait();
            }
            T value = queue.remove();
            notifyAll();
            return value;
        }
    }

    public static void main(String[] args) throws Exception {
        Buffer<Integer> buffer = new Buffer<>(4);
        for (int p = 0; p < 2; p++) {
            int offset = p * 100;
            new Thread(() -> {
                try {
                    for (int i = 1; i <= 20; i++) {
                        buffer.put(offset + i);
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }).start();
        }
        int sum = 0;
        for (int i = 0; i < 40; i++) {
            sum += buffer.take();
        }
        System.out.println("wait/notify: " + sum);

        BlockingQueue<String> queue = new ArrayBlockingQueue<>(3);
        Map<Integer, Integer> lengths = new ConcurrentHashMap<>();
        CountDownLatch done = new CountDownLatch(1);
        Thread consumer = new Thread(() -> {
            try {
                for (String word = queue.take(); !word.equals("end"); word = queue.take()) {
                    lengths.merge(word.length(), 1, Integer::sum);
                }
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
            done.countDown();
        }, "consumer");
        consumer.setDaemon(true);
        consumer.start();
        for (String word : "the quick brown fox jumps over the lazy dog end".split(" ")) {
            queue.put(word);
        }
        done.await();
        System.out.println("lengths: " + lengths);
        Semaphore permits = new Semaphore(2);
        permits.acquire();
        System.out.println("second permit: " + permits.tryAcquire() + ", third: " + permits.tryAcquire());
        Thread sleeper = new Thread(() -> {
            try {
                Thread.sleep(10_000);
            } catch (InterruptedException e) {
                System.out.println("woken: " + Thread.currentThread().getName());
            }
        }, "sleeper");
        sleeper.start();
        sleeper.interrupt();
        sleeper.join();
        System.out.println(sleeper.isAlive());
    }
}
