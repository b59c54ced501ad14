package demo;

/** Small algorithms on arrays and numbers. */
final class Kernels {

    private Kernels() {
    }

    /** Number of primes below {@code limit}, by the sieve of Eratosthenes. */
    static int countPrimes(int limit) {
        boolean[] composite = new boolean[limit];
        int primes = 0;
        for (int i = 2; i < limit; ++i) {
            if (!composite[i]) {
                ++primes;
                for (int j = i * i; j < limit; j += i) {
                    composite[j] = true;
                }
            }
        }
        return primes;
    }

    /** Sorts {@code count} pseudo-random numbers by a heap and tells whether they are in order. */
    static boolean sortIsOrdered(int count) {
        int[] numbers = new int[count];
        int state = 12345;
        for (int i = 0; i < count; ++i) {
            state = state * 1103515245 + 12345;
            numbers[i] = state >>> 16;
        }
        for (int root = count / 2 - 1; root >= 0; --root) {
            sink(numbers, root, count);
        }
        for (int end = count - 1; end > 0; --end) {
            int largest = numbers[0];
            numbers[0] = numbers[end];
            numbers[end] = largest;
            sink(numbers, 0, end);
        }
        for (int i = 1; i < count; ++i) {
            if (numbers[i - 1] > numbers[i]) {
                return false;
            }
        }
        return true;
    }

    private static void sink(int[] heap, int root, int end) {
        int value = heap[root];
        int parent = root;
        for (int child = 2 * parent + 1; child < end; child = 2 * parent + 1) {
            if (child + 1 < end && heap[child + 1] > heap[child]) {
                ++child;
            }
            if (heap[child] <= value) {
                break;
            }
            heap[parent] = heap[child];
            parent = child;
        }
        heap[parent] = value;
    }

    /** Trace of the product of two {@code size} by {@code size} matrices. */
    static int traceOfProduct(int size) {
        int[][] a = new int[size][size];
        int[][] b = new int[size][size];
        for (int i = 0; i < size; ++i) {
            for (int j = 0; j < size; ++j) {
                a[i][j] = i + j;
                b[i][j] = 2 * i - j;
            }
        }
        int trace = 0;
        for (int i = 0; i < size; ++i) {
            int[] row = a[i];
            for (int k = 0; k < size; ++k) {
                trace += row[k] * b[k][i];
            }
        }
        return trace;
    }

    /** Ways to place {@code size} queens, by recursion over the rows with sets of bits. */
    static int queens(int size) {
        return place((1 << size) - 1, 0, 0, 0);
    }

    private static int place(int all, int columns, int left, int right) {
        if (columns == all) {
            return 1;
        }
        int ways = 0;
        int free = all & ~(columns | left | right);
        while (free != 0) {
            int queen = free & -free;
            free ^= queen;
            ways += place(all, columns | queen, (left | queen) << 1, (right | queen) >> 1);
        }
        return ways;
    }

    /** Product of the numbers up to {@code n}, in 64 bits. */
    static long factorial(int n) {
        long product = 1;
        for (int i = 2; i <= n; ++i) {
            product *= i;
        }
        return product;
    }
}
