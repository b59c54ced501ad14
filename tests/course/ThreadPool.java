import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts primes in parts with an executor, and shows how a task's exception arrives. */
public class ThreadPool {
    static boolean isPrime(int n) {
        for (int d = 2; d * d <= n; d++) {
            if (n % d == 0) {
                return false;
            }
        }
        return n > 1;
    }

    record Range(int from, int to) implements Callable<Integer> {
        @Override
        public Integer call() {
            int count = 0;
            for (int n = from; n < to; n++) {
                if (isPrime(n)) {
                    count++;
                }
            }
            return count;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Future<Integer>> futures = new ArrayList<>();
        for (int from = 0; from < 1000; from += 200) {
            futures.add(pool.submit(new Range(from, from + 200)));
        }
        int total = 0;
        for (Future<Integer> future : futures) {
            try {
                int count = future.get();
                System.out.println("part: " + count);
                total += count;
            } catch (ExecutionException e) {
                System.out.println("failed: " + e.getCause());
            }
        }
        System.out.println("primes below 1000: " + total);

        Future<Integer> broken = pool.submit(() -> Integer.parseInt("twelve"));
        try {
            broken.get();
        } catch (ExecutionException e) {
            System.out.println(e.getMessage());
        }
        AtomicInteger sum = new AtomicInteger();
        List<Callable<String>> tasks = new ArrayList<>();
        for (int i = 1; i <= 4; i++) {
            int n = i;
            tasks.add(() -> {
                sum.addAndGet(n * n);
                return "task " + n;
            });
        }
        try {
            for (Future<String> done : pool.invokeAll(tasks)) {
                System.out.println(done.get() + " done: " + done.isDone());
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
        System.out.println("sum of squares " + sum);
        pool.shutdown();
        System.out.println("ended: " + pool.awaitTermination(1, TimeUnit.SECONDS) + " " + pool.isShutdown());
    }
}
