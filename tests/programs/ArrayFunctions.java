import java.util.Arrays;

/** java.util.Arrays: sorting, searching, copying, filling, texts. */
public class ArrayFunctions {

    public static void main(String[] args) {
        int[] a = new int[60];
        int state = 7;
        for (int i = 0; i < a.length; i++) {
            state = state * 1103515245 + 12345;
            a[i] = (state >> 16) % 100;
        }
        int[] b = a.clone();
        Arrays.sort(a);
        System.out.println(Arrays.toString(a));
        System.out.println(Arrays.equals(a, b) + " " + Arrays.hashCode(a) + " " + Arrays.binarySearch(a, a[10])
                + " " + Arrays.binarySearch(a, 1000));
        Arrays.sort(b, 10, 20);
        System.out.println(Arrays.toString(Arrays.copyOfRange(b, 8, 22)));
        Arrays.fill(b, 5);
        Arrays.fill(b, 1, 4, -1);
        System.out.println(Arrays.toString(Arrays.copyOf(b, 6)) + Arrays.toString(Arrays.copyOf(new long[] {1}, 3)));
        String[] words = {"pear", "Apple", "fig", "apple", "cherry", "date"};
        Arrays.sort(words);
        System.out.println(Arrays.toString(words) + " " + Arrays.asList(words).indexOf("fig"));
        System.out.println(Arrays.toString(Arrays.copyOf(words, 2)) + Arrays.copyOf(words, 8).length);
        System.out.println(Arrays.deepToString(new Object[] {new int[] {1, 2}, "x", new String[][] {{"y"}, null}}));
        char[] chars = "sorting".toCharArray();
        Arrays.sort(chars);
        System.out.println(new String(chars) + Arrays.toString(new boolean[2]) + Arrays.toString(new byte[] {1, -1}));
        double[] doubles = {3.5, -0.0, Double.NaN, 0.0, -7, Double.NEGATIVE_INFINITY};
        Arrays.sort(doubles);
        System.out.println(Arrays.toString(doubles));
        long[] longs = {1L << 40, -5, 3};
        Arrays.sort(longs);
        System.out.println(Arrays.toString(longs));
    }
}
