import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;

/** Sums and doubles an array by dividing it, as in the lecture on parallel algorithms. */
public class ForkJoin {
    static class Sum extends RecursiveTask<Long> {
        private static final int LIMIT = 50;
        private final int[] data;
        private final int from, to;

        Sum(int[] data, int from, int to) {
            this.data = data;
            this.from = from;
            this.to = to;
        }

        @Override
        protected Long compute() {
            if (to - from <= LIMIT) {
                long sum = 0;
                for (int i = from; i < to; i++) {
                    sum += data[i];
                }
                return sum;
            }
            int middle = (from + to) >>> 1;
            Sum left = new Sum(data, from, middle);
            Sum right = new Sum(data, middle, to);
            left.fork();
            return right.compute() + left.join();
        }
    }

    static class Doubling extends RecursiveAction {
        private final int[] data;
        private final int from, to;

        Doubling(int[] data, int from, int to) {
            this.data = data;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from < 100) {
                for (int i = from; i < to; i++) {
                    data[i] *= 2;
                }
            } else {
                int middle = (from + to) / 2;
                invokeAll(new Doubling(data, from, middle), new Doubling(data, middle, to));
            }
        }
    }

    static class Fibonacci extends RecursiveTask<Integer> {
        private final int n;

        Fibonacci(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 2) {
                return n;
            }
            Fibonacci first = new Fibonacci(n - 1);
            first.fork();
            return new Fibonacci(n - 2).compute() + first.join();
        }
    }

    public static void main(String[] args) {
        int[] data = new int[1000];
        for (int i = 0; i < data.length; i++) {
            data[i] = i * 7 % 101;
        }
        ForkJoinPool pool = new ForkJoinPool(4);
        System.out.println("sum " + pool.invoke(new Sum(data, 0, data.length)));
        pool.invoke(new Doubling(data, 0, data.length));
        System.out.println("doubled " + ForkJoinPool.commonPool().invoke(new Sum(data, 0, data.length)));
        System.out.println("fib(10) = " + new Fibonacci(10).invoke());
        pool.shutdown();
    }
}
