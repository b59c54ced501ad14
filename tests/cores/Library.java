import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/** Threads of java.lang and java.util.concurrent; the runtime chooses their cores. */
class Library {

    private static volatile boolean go;
    private static int plain;
    private static int locked;

    public static void main(String[] args) throws Exception {
        atomics();
        pool();
        queue();
        sleepers();
    }

    private static void atomics() throws InterruptedException {
        final AtomicInteger atomic = new AtomicInteger();
        final ReentrantLock lock = new ReentrantLock();
        final CountDownLatch ready = new CountDownLatch(6);
        Thread[] threads = new Thread[6];
        for (int i = 0; i < threads.length; ++i) {
            threads[i] = new Thread(new Runnable() {
                @Override
                public void run() {
                    ready.countDown();
                    while (!go) {
                        Thread.onSpinWait();
                    }
                    for (int k = 0; k < 30; ++k) {
                        atomic.incrementAndGet();
                        synchronized (ready) {
                            ++plain;
                        }
                        lock.lock();
                        ++locked;
                        lock.unlock();
                    }
                }
            });
            threads[i].start();
        }
        ready.await();
        go = true;
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(atomic.get() + " " + plain + " " + locked);
    }

    private static void pool() throws Exception {
        final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Future<Integer>> results = new ArrayList<>();
        for (int i = 0; i < 8; ++i) {
            final int n = i;
            results.add(pool.submit(new Callable<Integer>() {
                @Override
                public Integer call() {
                    map.merge(n % 3, n, Integer::sum);
                    return n * n;
                }
            }));
        }
        int sum = 0;
        for (Future<Integer> result : results) {
            sum += result.get();
        }
        pool.shutdown();
        System.out.println(sum + " " + map.get(0) + " " + map.get(1) + " " + map.get(2));
    }

    private static void queue() throws InterruptedException {
        final LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>(2);
        Thread producer = new Thread(() -> {
            try {
                for (int i = 1; i <= 20; ++i) {
                    queue.put(i);
                }
            } catch (InterruptedException e) {
                System.out.println(e);
            }
        });
        producer.start();
        int sum = 0;
        for (int i = 0; i < 20; ++i) {
            sum += queue.take();
        }
        System.out.println(sum);
    }

    private static void sleepers() throws InterruptedException {
        final Object never = new Object();
        Thread waits = new Thread(() -> {
            try {
                synchronized (never) {
                    never.wait();
                }
            } catch (InterruptedException e) {
                System.out.println("interrupted, " + Thread.holdsLock(never));
            }
        });
        waits.start();
        Thread.sleep(2);
        System.out.println(waits.getState());
        waits.interrupt();
        waits.join();
        System.out.println(waits.getState());
    }
}
