package kernel;

import program.Verdict;

/** Products of integer matrices, each checked on a vector: (A B) x = A (B x). */
public final class Matrix {

    private static final int SIZE = 20;

    private Matrix() {
    }

    /** Multiplies as often as the argument says. */
    public static void main(String[] args) {
        int rounds = Verdict.length(args);
        Verdict verdict = new Verdict("matrix");
        Numbers numbers = new Numbers(13);
        int[][] a = new int[SIZE][SIZE];
        int[][] b = new int[SIZE][SIZE];
        int[][] product = new int[SIZE][SIZE];
        int[] vector = new int[SIZE];
        int right = 0;
        int checksum = 1;
        for (int i = 0; i < rounds; ++i) {
            fill(a, numbers);
            fill(b, numbers);
            Sorting.fill(vector, numbers);
            multiply(a, b, product);
            right += Sorting.checksum(0, times(product, vector)) == Sorting.checksum(0, times(a, times(b, vector)))
                    ? 1 : 0;
            checksum = Sorting.checksum(checksum, product[i % SIZE]);
        }
        verdict.equal("products right", rounds, right);
        verdict.checksum("products", checksum);
        verdict.end();
    }

    private static void fill(int[][] matrix, Numbers numbers) {
        for (int i = 0; i < matrix.length; ++i) {
            Sorting.fill(matrix[i], numbers);
        }
    }

    private static void multiply(int[][] a, int[][] b, int[][] product) {
        for (int i = 0; i < SIZE; ++i) {
            int[] row = a[i];
            int[] result = product[i];
            for (int j = 0; j < SIZE; ++j) {
                int sum = 0;
                for (int k = 0; k < SIZE; ++k) {
                    sum += row[k] * b[k][j];
                }
                result[j] = sum;
            }
        }
    }

    private static int[] times(int[][] matrix, int[] vector) {
        int[] result = new int[SIZE];
        for (int i = 0; i < SIZE; ++i) {
            int[] row = matrix[i];
            int sum = 0;
            for (int k = 0; k < SIZE; ++k) {
                sum += row[k] * vector[k];
            }
            result[i] = sum;
        }
        return result;
    }
}
