import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Executors, futures and computations in steps. */
public class Executing {

    static int fibonacci(int n) {
        int a = 0;
        int b = 1;
        for (int i = 0; i < n; i++) {
            int next = a + b;
            a = b;
            b = next;
        }
        return a;
    }

    static void pools() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Future<Integer>> futures = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            int n = i * 4;
            futures.add(pool.submit(() -> fibonacci(n)));
        }
        StringBuilder text = new StringBuilder();
        for (Future<Integer> future : futures) {
            text.append(future.get()).append(' ');
        }
        System.out.println(text);
        Future<?> failing = pool.submit(() -> {
            throw new IllegalStateException("no luck");
        });
        try {
            failing.get();
        } catch (ExecutionException e) {
            System.out.println(e.getMessage() + " | " + e.getCause());
        }
        CountDownLatch never = new CountDownLatch(1);
        Future<Boolean> waiting = pool.submit(() -> {
            never.await();
            return true;
        });
        try {
            waiting.get(2, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("too slow " + waiting.isDone());
        }
        System.out.println(waiting.cancel(true) + " " + waiting.isCancelled() + " " + waiting.isDone());
        try {
            waiting.get();
        } catch (CancellationException e) {
            System.out.println("cancelled " + e.getMessage());
        }
        List<Callable<String>> tasks = Arrays.asList(() -> "a", () -> Thread.currentThread().getName().substring(0, 6),
                () -> "c");
        for (Future<String> future : pool.invokeAll(tasks)) {
            System.out.print(future.get() + " ");
        }
        List<Callable<String>> some = Arrays.asList(() -> {
            throw new Exception();
        }, () -> "any");
        System.out.println(pool.invokeAny(some));
        pool.shutdown();
        System.out.println(pool.awaitTermination(5, TimeUnit.SECONDS) + " " + pool.isShutdown() + pool.isTerminated());
        try {
            pool.execute(() -> System.out.println("not here"));
        } catch (RejectedExecutionException e) {
            System.out.println("rejected");
        }
    }

    static void single() throws Exception {
        ExecutorService single = Executors.newSingleThreadExecutor(task -> new Thread(task, "worker"));
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 5; i++) {
            int n = i;
            single.execute(() -> text.append(n).append(Thread.currentThread().getName()).append(' '));
        }
        Future<String> done = single.submit(() -> text.append('!'), "done");
        System.out.println(done.get() + " " + text);
        single.execute(() -> {
            try {
                Thread.sleep(100000);
            } catch (InterruptedException e) {
                text.append("interrupted");
            }
        });
        single.execute(() -> text.append("not here"));
        Thread.sleep(3);
        System.out.println(single.shutdownNow().size() + " " + single.awaitTermination(5, TimeUnit.SECONDS) + " " + text);
        ExecutorService cached = Executors.newCachedThreadPool();
        CountDownLatch all = new CountDownLatch(3);
        for (int i = 0; i < 3; i++) {
            cached.execute(() -> {
                all.countDown();
                try {
                    all.await();
                } catch (InterruptedException e) {
                    System.out.println("not here");
                }
            });
        }
        all.await();
        System.out.println(((ThreadPoolExecutor) cached).getLargestPoolSize());
        cached.shutdown();
        System.out.println(cached.awaitTermination(5, TimeUnit.SECONDS));
    }

    static void limits() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 2, 1, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1));
        StringBuffer text = new StringBuffer();
        Runnable task = () -> {
            try {
                go.await();
                text.append('x');
            } catch (InterruptedException e) {
                text.append('i');
            }
        };
        int refused = 0;
        for (int i = 0; i < 5; i++) {
            try {
                pool.execute(task);
            } catch (RejectedExecutionException e) {
                refused++;
            }
        }
        System.out.println(refused + " " + pool.getPoolSize() + " " + pool.getQueue().size() + " " + pool.getCorePoolSize()
                + " " + pool.getMaximumPoolSize());
        pool.setRejectedExecutionHandler(new ThreadPoolExecutor.CallerRunsPolicy());
        pool.execute(() -> text.append('c'));
        go.countDown();
        pool.shutdown();
        pool.awaitTermination(5, TimeUnit.SECONDS);
        System.out.println(text + " " + pool.getCompletedTaskCount() + " " + pool.getLargestPoolSize());
        ExecutorService two = Executors.newFixedThreadPool(2);
        ExecutorCompletionService<Integer> service = new ExecutorCompletionService<>(two);
        for (int i = 1; i <= 4; i++) {
            int n = i;
            service.submit(() -> n * n);
        }
        int sum = 0;
        for (int i = 0; i < 4; i++) {
            sum += service.take().get();
        }
        System.out.println(sum + " " + service.poll());
        two.shutdown();
    }

    static void scheduled() throws Exception {
        ScheduledExecutorService later = Executors.newScheduledThreadPool(1);
        StringBuffer text = new StringBuffer();
        later.schedule(() -> text.append('c'), 50, TimeUnit.MILLISECONDS);
        later.schedule(() -> text.append('a'), 1, TimeUnit.MILLISECONDS);
        ScheduledFuture<String> b = later.schedule(() -> text.append('b').toString(), 25, TimeUnit.MILLISECONDS);
        System.out.println(b.get());
        CountDownLatch three = new CountDownLatch(3);
        ScheduledFuture<?> often = later.scheduleAtFixedRate(three::countDown, 1, 1, TimeUnit.MILLISECONDS);
        three.await();
        often.cancel(false);
        System.out.println(often.isCancelled());
        later.shutdown();
        System.out.println(later.awaitTermination(5, TimeUnit.SECONDS) + " " + text);
    }

    static void steps() throws Exception {
        CompletableFuture<Integer> six = CompletableFuture.supplyAsync(() -> 6);
        CompletableFuture<Integer> seven = CompletableFuture.supplyAsync(() -> 7);
        System.out.println(six.thenCombine(seven, (a, b) -> a * b).thenApply(n -> "= " + n).get());
        CompletableFuture<String> composed = six.thenCompose(n -> CompletableFuture.supplyAsync(() -> "n" + n));
        System.out.println(composed.join() + " " + composed.thenAccept(s -> System.out.println("got " + s)).join());
        CompletableFuture<Integer> failed = six.thenApply(n -> n / (n - 6));
        System.out.println(failed.exceptionally(e -> {
            System.out.println(e.getClass().getName() + " " + e.getCause().getMessage());
            return -1;
        }).join());
        System.out.println(failed.handle((n, e) -> n + " " + (e != null)).join());
        try {
            failed.join();
        } catch (CompletionException e) {
            System.out.println(e.getMessage());
        }
        try {
            failed.get();
        } catch (ExecutionException e) {
            System.out.println(e.getMessage());
        }
        CompletableFuture<String> manual = new CompletableFuture<>();
        CompletableFuture<Void> after = manual.thenRun(() -> System.out.println("ran"));
        CompletableFuture<String> when = manual.whenComplete((s, e) -> System.out.println("when " + s + e));
        System.out.println(manual.isDone() + " " + manual.getNow("none") + " " + manual.getNumberOfDependents());
        System.out.println(manual.complete("value") + " " + manual.complete("other") + " " + manual.join() + " "
                + after.isDone() + " " + when.get());
        CompletableFuture<String> broken = new CompletableFuture<>();
        broken.completeExceptionally(new IllegalStateException("broken"));
        System.out.println(broken.isCompletedExceptionally() + " " + broken.handle((s, e) -> e).join());
        System.out.println(CompletableFuture.allOf(six, seven, composed).thenApply(x -> six.join() + seven.join()).get());
        System.out.println(CompletableFuture.anyOf(new CompletableFuture<>(), CompletableFuture.completedFuture("first"))
                .join());
        System.out.println(six.applyToEither(new CompletableFuture<>(), n -> n + 1).join());
        System.out.println(CompletableFuture.runAsync(() -> {
            throw new IllegalArgumentException("async");
        }).handle((x, e) -> String.valueOf(e)).join());
    }

    /** A sum that parts. */
    static class Sum extends RecursiveTask<Integer> {
        private final int from;
        private final int to;

        Sum(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        protected Integer compute() {
            if (to - from < 40) {
                int sum = 0;
                for (int i = from; i < to; i++) {
                    sum += i;
                }
                return sum;
            }
            int middle = from + to >>> 1;
            Sum left = new Sum(from, middle);
            left.fork();
            return new Sum(middle, to).compute() + left.join();
        }
    }

    public static void main(String[] args) throws Exception {
        pools();
        single();
        limits();
        scheduled();
        steps();
        System.out.println(ForkJoinPool.commonPool().invoke(new Sum(0, 100)) + " " + new ForkJoinPool(2).submit(
                new Sum(5, 50)).get());
        FutureTask<String> task = new FutureTask<>(() -> "by hand");
        new Thread(task).start();
        System.out.println(task.get());
    }
}
