package kernel;

import program.Verdict;

/** Recursion as deep as the stack of the processor allows: calls and returns with little between them. */
public final class Recursion {

    private static final int FIBONACCI = 12;
    private static final int FIBONACCI_NUMBER = 144;
    private static final int ACKERMANN_NUMBER = 9;
    private static final int DISCS = 8;
    private static final int QUEENS = 6;
    private static final int SOLUTIONS = 4;
    private static final int PERMUTED = 5;
    private static final int PERMUTATIONS = 120;

    private int moves;
    private int permutations;
    private int checksum = 1;
    private final int[] heights = new int[3];
    private final int[] numbers = new int[PERMUTED];

    private Recursion() {
    }

    /** Does everything as often as the argument says. */
    public static void main(String[] args) {
        int rounds = Verdict.length(args);
        Verdict verdict = new Verdict("recursion");
        Recursion recursion = new Recursion();
        int right = 0;
        for (int i = 0; i < rounds; ++i) {
            right += recursion.round(i) ? 1 : 0;
        }
        verdict.equal("rounds right", rounds, right);
        verdict.checksum("permutations", recursion.checksum);
        verdict.end();
    }

    private boolean round(int index) {
        moves = 0;
        heights[0] = DISCS;
        heights[1] = 0;
        heights[2] = 0;
        hanoi(DISCS, 0, 2);
        permutations = 0;
        for (int i = 0; i < PERMUTED; ++i) {
            numbers[i] = i + index;
        }
        permute(0);
        return fibonacci(FIBONACCI) == FIBONACCI_NUMBER && moves == (1 << DISCS) - 1 && heights[2] == DISCS
                && queens((1 << QUEENS) - 1, 0, 0, 0) == SOLUTIONS && permutations == PERMUTATIONS
                && ackermann(2, 3) == ACKERMANN_NUMBER;
    }

    private static int fibonacci(int n) {
        return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
    }

    private void hanoi(int discs, int from, int to) {
        if (discs > 0) {
            int other = 3 - from - to;
            hanoi(discs - 1, from, other);
            --heights[from];
            ++heights[to];
            ++moves;
            hanoi(discs - 1, other, to);
        }
    }

    private static int queens(int all, int columns, int left, int right) {
        if (columns == all) {
            return 1;
        }
        int ways = 0;
        for (int free = all & ~(columns | left | right); free != 0; free &= free - 1) {
            int queen = free & -free;
            ways += queens(all, columns | queen, (left | queen) << 1, (right | queen) >> 1);
        }
        return ways;
    }

    private void permute(int fixed) {
        if (fixed == PERMUTED) {
            ++permutations;
            checksum = Sorting.checksum(checksum, numbers);
            return;
        }
        for (int i = fixed; i < PERMUTED; ++i) {
            exchange(fixed, i);
            permute(fixed + 1);
            exchange(fixed, i);
        }
    }

    private void exchange(int i, int j) {
        int number = numbers[i];
        numbers[i] = numbers[j];
        numbers[j] = number;
    }

    /** Ackermann's function, whose results cost far more calls than they are large. */
    private static int ackermann(int m, int n) {
        if (m == 0) {
            return n + 1;
        }
        return ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
    }
}
