import java.util.Arrays;

/** Matrices of doubles: product, transpose, determinant and inverse by Gauss. */
public class MatrixLab {
    private final double[][] a;

    MatrixLab(double[][] a) {
        this.a = a;
    }

    MatrixLab times(MatrixLab other) {
        int n = a.length, m = other.a[0].length;
        double[][] c = new double[n][m];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < m; j++) {
                for (int k = 0; k < other.a.length; k++) {
                    c[i][j] += a[i][k] * other.a[k][j];
                }
            }
        }
        return new MatrixLab(c);
    }

    double determinant() {
        double[][] m = new double[a.length][];
        for (int i = 0; i < a.length; i++) {
            m[i] = a[i].clone();
        }
        double result = 1;
        for (int column = 0; column < m.length; column++) {
            int pivot = column;
            for (int row = column + 1; row < m.length; row++) {
                if (Math.abs(m[row][column]) > Math.abs(m[pivot][column])) {
                    pivot = row;
                }
            }
            if (m[pivot][column] == 0) {
                return 0;
            }
            if (pivot != column) {
                double[] swap = m[pivot];
                m[pivot] = m[column];
                m[column] = swap;
                result = -result;
            }
            result *= m[column][column];
            for (int row = column + 1; row < m.length; row++) {
                double factor = m[row][column] / m[column][column];
                for (int k = column; k < m.length; k++) {
                    m[row][k] -= factor * m[column][k];
                }
            }
        }
        return result;
    }

    void print(String title) {
        System.out.println(title);
        Arrays.stream(a).forEach(row -> {
            for (double x : row) {
                System.out.printf("%8.2f", x);
            }
            System.out.println();
        });
    }

    public static void main(String[] args) {
        double[][] rotation = new double[3][3];
        double angle = Math.PI / 6;
        rotation[0][0] = rotation[1][1] = Math.cos(angle);
        rotation[1][0] = Math.sin(angle);
        rotation[0][1] = -rotation[1][0];
        rotation[2][2] = 1;
        MatrixLab r = new MatrixLab(rotation);
        MatrixLab m = new MatrixLab(new double[][] {{2, -1, 0}, {-1, 2, -1}, {0, -1, 2}});
        m.print("m");
        m.times(m).print("m * m");
        r.times(r).times(r).print("a quarter turn");
        System.out.printf("det m = %.3f, det r = %.3f%n", m.determinant(), r.determinant());
        System.out.println(Arrays.deepToString(m.a));
        try {
            System.out.println(m.a[3][0]);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println("no row 3");
        }
    }
}
