import Jama.Matrix;

/** Jama: determinant, inverse and a product that is almost the identity. */
public class Linear {

    public static void main(String[] args) {
        Matrix matrix = new Matrix(new double[][] {{4, 1, 2}, {1, 3, 0}, {2, 0, 5}});
        Matrix inverse = matrix.inverse();
        Matrix product = matrix.times(inverse);
        System.out.println(matrix.det());
        for (int row = 0; row < 3; row++) {
            System.out.println(inverse.get(row, 0) + " " + inverse.get(row, 1) + " " + product.get(row, row));
        }
    }
}
