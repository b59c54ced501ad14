/** Arrays of arrays: created at once and by hand, ragged, of every depth. */
public class MultiArrays {

    public static void main(String[] args) {
        int[][] grid = new int[3][4];
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 4; j++) {
                grid[i][j] = i * 10 + j;
            }
        }
        int sum = 0;
        for (int[] row : grid) {
            for (int v : row) {
                sum += v;
            }
        }
        System.out.println(sum + " " + grid.length + " " + grid[2].length);
        long[][][] cube = new long[2][3][2];
        cube[1][2][1] = 1L << 50;
        cube[0][0][0]--;
        System.out.println(cube[1][2][1] + cube[0][0][0] + " " + cube[0][1].length);
        String[][] names = {{"a", "b"}, {}, {"c"}};
        System.out.println(names[0][1] + names[2][0] + names[1].length);
        char[][] half = new char[3][];
        half[1] = new char[] {'q'};
        System.out.println(half[0] == null ? "null row" : "row");
        System.out.println(half[1][0]);
        Object[][] objects = new Object[2][2];
        objects[0][0] = grid;
        objects[1] = names;
        System.out.println(((int[][]) objects[0][0])[1][1] + " " + (objects instanceof Object[]) + " "
                + ((Object) objects instanceof Object[][]) + " " + ((Object) grid instanceof Object[][]) + " "
                + ((Object) grid instanceof Object[]) + " " + ((Object) names instanceof Object[][]));
        int[][][][] deep = new int[2][2][2][];
        System.out.println(deep[1][1].length + " " + deep[1][1][1]);
        boolean[][] flags = new boolean[2][0];
        System.out.println(flags[1].length);
        try {
            System.out.println(grid[3][0]);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println("no such row");
        }
        try {
            Object[] rows = grid;
            rows[0] = "not a row";
        } catch (ArrayStoreException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(names.getClass().getName() + " " + deep.getClass().getName() + " " + grid[0].getClass().getName());
    }
}
