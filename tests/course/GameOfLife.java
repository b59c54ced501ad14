import java.util.HashSet;
import java.util.Set;

/** Conway's game of life twice: with an array of booleans and with a set of cells. */
public class GameOfLife {
    record Cell(int row, int column) {}

    static boolean[][] step(boolean[][] grid) {
        int n = grid.length;
        boolean[][] next = new boolean[n][n];
        for (int r = 0; r < n; r++) {
            for (int c = 0; c < n; c++) {
                int around = 0;
                for (int dr = -1; dr <= 1; dr++) {
                    for (int dc = -1; dc <= 1; dc++) {
                        if ((dr != 0 || dc != 0) && grid[(r + dr + n) % n][(c + dc + n) % n]) {
                            around++;
                        }
                    }
                }
                next[r][c] = around == 3 || around == 2 && grid[r][c];
            }
        }
        return next;
    }

    static Set<Cell> step(Set<Cell> cells, int n) {
        Set<Cell> next = new HashSet<>();
        for (Cell cell : cells) {
            for (int dr = -1; dr <= 1; dr++) {
                for (int dc = -1; dc <= 1; dc++) {
                    Cell candidate = new Cell(Math.floorMod(cell.row() + dr, n), Math.floorMod(cell.column() + dc, n));
                    int around = 0;
                    for (int r = -1; r <= 1; r++) {
                        for (int c = -1; c <= 1; c++) {
                            if ((r | c) != 0 && cells.contains(new Cell(Math.floorMod(candidate.row() + r, n),
                                    Math.floorMod(candidate.column() + c, n)))) {
                                around++;
                            }
                        }
                    }
                    if (around == 3 || around == 2 && cells.contains(candidate)) {
                        next.add(candidate);
                    }
                }
            }
        }
        return next;
    }

    public static void main(String[] args) {
        String[] start = {".#......", "..#.....", "###.....", "........", "........", "........", "........", "........"};
        int n = start.length;
        boolean[][] grid = new boolean[n][n];
        Set<Cell> cells = new HashSet<>();
        for (int r = 0; r < n; r++) {
            for (int c = 0; c < n; c++) {
                if (start[r].charAt(c) == '#') {
                    grid[r][c] = true;
                    cells.add(new Cell(r, c));
                }
            }
        }
        for (int i = 0; i < 8; i++) {
            grid = step(grid);
        }
        for (int i = 0; i < 2; i++) {
            cells = step(cells, n);
        }
        for (boolean[] row : grid) {
            StringBuilder line = new StringBuilder();
            for (boolean alive : row) {
                line.append(alive ? '#' : '.');
            }
            System.out.println(line);
        }
        System.out.println(cells.size() + " cells, " + cells.contains(new Cell(3, 2)));
    }
}
