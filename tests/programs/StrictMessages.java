/** Messages of bad array accesses: the strict build knows index and length. */
public class StrictMessages {

    private static int load(Object array, int index) {
        if (array instanceof int[]) {
            return ((int[]) array)[index];
        }
        if (array instanceof byte[]) {
            return ((byte[]) array)[index];
        }
        if (array instanceof char[]) {
            return ((char[]) array)[index];
        }
        if (array instanceof short[]) {
            return ((short[]) array)[index];
        }
        if (array instanceof float[]) {
            return (int) ((float[]) array)[index];
        }
        if (array instanceof long[]) {
            return (int) ((long[]) array)[index];
        }
        if (array instanceof double[]) {
            return (int) ((double[]) array)[index];
        }
        return ((Object[]) array)[index] == null ? 0 : 1;
    }

    private static void store(Object array, int index) {
        if (array instanceof int[]) {
            ((int[]) array)[index] = 1;
        } else if (array instanceof byte[]) {
            ((byte[]) array)[index] = 2;
        } else if (array instanceof char[]) {
            ((char[]) array)[index] = 3;
        } else if (array instanceof short[]) {
            ((short[]) array)[index] = 4;
        } else if (array instanceof float[]) {
            ((float[]) array)[index] = 5;
        } else if (array instanceof long[]) {
            ((long[]) array)[index] = 6;
        } else if (array instanceof double[]) {
            ((double[]) array)[index] = 7;
        } else {
            ((Object[]) array)[index] = "x";
        }
    }

    private static int deep(int[] array, int index, int sum) {
        int[] copy = {1, 2, 3};
        return sum * (sum + copy[array[index] & 1] + array[index + 1]);
    }

    public static void main(String[] args) {
        Object[] arrays = {new int[3], new byte[4], new char[5], new short[6], new float[7], new long[8], new double[9],
                new String[10], new Object[0]};
        int[] indices = {-1, 11, 1 << 23, Integer.MIN_VALUE, Integer.MAX_VALUE};
        for (Object array : arrays) {
            for (int index : indices) {
                try {
                    System.out.println(load(array, index));
                } catch (ArrayIndexOutOfBoundsException e) {
                    System.out.println("load: " + e.getMessage());
                }
                try {
                    store(array, index);
                } catch (ArrayIndexOutOfBoundsException e) {
                    System.out.println("store: " + e.getMessage());
                }
            }
        }
        try {
            System.out.println(deep(new int[] {4, 5}, 1, 6));
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e);
        }
        try {
            int[][] table = new int[2][3];
            table[1][2]++;
            table[1][3]++;
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e);
        }
    }
}
