/** Product of two matrices, a band of rows on each core. */
class Matrix {

    public static void main(String[] args) throws InterruptedException {
        final int n = Work.size(args, 12);
        final int[][] a = filled(n, 3);
        final int[][] b = filled(n, 5);
        final int[][] c = new int[n][n];
        long since = System.nanoTime();
        new Work() {
            @Override
            void part(int number, int parts) {
                for (int i = number * n / parts; i < (number + 1) * n / parts; ++i) {
                    multiply(a[i], b, c[i]);
                }
            }
        }.everywhere();
        Work.time(args, since);
        int sum = 0;
        for (int[] row : c) {
            for (int element : row) {
                sum = 31 * sum + element;
            }
        }
        System.out.println("product " + sum);
    }

    static void multiply(int[] row, int[][] b, int[] result) {
        for (int j = 0; j < result.length; ++j) {
            int sum = 0;
            for (int k = 0; k < row.length; ++k) {
                sum += row[k] * b[k][j];
            }
            result[j] = sum;
        }
    }

    static int[][] filled(int n, int step) {
        int[][] matrix = new int[n][n];
        for (int i = 0; i < n * n; ++i) {
            matrix[i / n][i % n] = i * step % 17 - 8;
        }
        return matrix;
    }
}
