import java.util.stream.IntStream;

/** Solves a small sudoku (4 by 4), eight queens and Hanoi by backtracking and recursion. */
public class Sudoku {
    private final int[][] board = new int[4][4];
    private int tries;

    boolean fits(int row, int column, int digit) {
        for (int i = 0; i < 4; i++) {
            if (board[row][i] == digit || board[i][column] == digit
                    || board[row / 2 * 2 + i / 2][column / 2 * 2 + i % 2] == digit) {
                return false;
            }
        }
        return true;
    }

    boolean solve(int cell) {
        if (cell == 16) {
            return true;
        }
        int row = cell / 4, column = cell % 4;
        if (board[row][column] != 0) {
            return solve(cell + 1);
        }
        for (int digit = 1; digit <= 4; digit++) {
            tries++;
            if (fits(row, column, digit)) {
                board[row][column] = digit;
                if (solve(cell + 1)) {
                    return true;
                }
                board[row][column] = 0;
            }
        }
        return false;
    }

    static int queens(int row, int[] columns) {
        if (row == columns.length) {
            return 1;
        }
        int count = 0;
        for (int c = 0; c < columns.length; c++) {
            final int column = c;
            if (IntStream.range(0, row).noneMatch(r -> columns[r] == column || row - r == Math.abs(columns[r] - column))) {
                columns[row] = c;
                count += queens(row + 1, columns);
            }
        }
        return count;
    }

    static int hanoi(int n, char from, char to, char over) {
        if (n == 0) {
            return 0;
        }
        int moves = hanoi(n - 1, from, over, to);
        if (n == 8) {
            System.out.println("disk 8 from " + from + " to " + to);
        }
        return moves + 1 + hanoi(n - 1, over, to, from);
    }

    static long ackermann(long m, long n) {
        return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
    }

    public static void main(String[] args) {
        Sudoku sudoku = new Sudoku();
        String givens = "1..4" + "..1." + ".1.." + "4..1";
        for (int i = 0; i < 16; i++) {
            char c = givens.charAt(i);
            sudoku.board[i / 4][i % 4] = c == '.' ? 0 : c - '0';
        }
        System.out.println("solved: " + sudoku.solve(0) + " after " + sudoku.tries + " tries");
        for (int[] row : sudoku.board) {
            System.out.printf("%d %d | %d %d%n", row[0], row[1], row[2], row[3]);
        }
        System.out.println("queens: " + queens(0, new int[6]));
        System.out.println("hanoi: " + hanoi(8, 'A', 'C', 'B'));
        System.out.println("ackermann: " + ackermann(2, 3));
    }
}
