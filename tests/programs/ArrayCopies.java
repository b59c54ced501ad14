/** System.arraycopy: overlapping parts, all types, errors. */
public class ArrayCopies {

    private static void print(int[] a) {
        String s = "";
        for (int i = 0; i < a.length; i++) {
            s += a[i] + " ";
        }
        System.out.println(s);
    }

    private static void fail(Object from, int i, Object to, int j, int n) {
        try {
            System.arraycopy(from, i, to, j, n);
            System.out.println("copied");
        } catch (RuntimeException e) {
            System.out.println(e);
        }
    }

    public static void main(String[] args) {
        int[] a = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
        System.arraycopy(a, 0, a, 2, 7);
        print(a);
        System.arraycopy(a, 3, a, 1, 6);
        print(a);
        int[] b = new int[4];
        System.arraycopy(a, 4, b, 0, 4);
        print(b);
        System.arraycopy(a, 0, b, 4, 0);
        long[] longs = {1, 2, 3, 1L << 33};
        System.arraycopy(longs, 1, longs, 0, 3);
        System.out.println(longs[0] + " " + longs[2] + " " + longs[3]);
        char[] chars = "overlap".toCharArray();
        System.arraycopy(chars, 0, chars, 1, 6);
        System.out.println(new String(chars));
        Object[] objects = {"a", "b", 3};
        String[] strings = new String[3];
        System.arraycopy(objects, 0, strings, 1, 2);
        System.out.println(strings[0] + strings[1] + strings[2]);
        fail(objects, 0, strings, 0, 3);
        System.out.println(strings[0] + strings[1]);
        fail(a, 0, longs, 0, 1);
        fail(a, 0, objects, 0, 1);
        fail("x", 0, objects, 0, 1);
        fail(a, 0, "x", 0, 1);
        fail(a, -1, b, 0, 1);
        fail(a, 0, b, -1, 1);
        fail(a, 0, b, 0, -1);
        fail(a, 8, b, 0, 3);
        fail(a, 0, b, 2, 3);
        fail(a, 0, b, 0, 4);
    }
}
