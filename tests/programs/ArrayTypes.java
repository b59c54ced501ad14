/** Arrays of every type: defaults, initialisers, loads and stores. */
public class ArrayTypes {

    public static void main(String[] args) {
        boolean[] booleans = new boolean[3];
        byte[] bytes = {1, -2, 3};
        short[] shorts = {-300, 400};
        char[] chars = {'x', '\u00e9'};
        int[] ints = {1, 2, 3, 4};
        long[] longs = {1L << 40, -1};
        String[] strings = new String[2];
        booleans[1] = true;
        System.out.println(booleans[0] + " " + booleans[1] + " " + bytes[1] + " " + shorts[0] + " " + chars[0] + " "
                + ints[3] + " " + longs[0] + " " + longs[1] + " " + strings[0]);
        bytes[0] += 5;
        shorts[1] *= 2;
        ints[2] <<= 4;
        longs[1] -= 10;
        strings[1] = "s" + ints.length;
        strings[1] += "t";
        System.out.println(bytes[0] + " " + shorts[1] + " " + ints[2] + " " + longs[1] + " " + strings[1]);
        int sum = 0;
        for (int i = 0; i < ints.length; i++) {
            sum += ints[i]++ + --ints[i];
        }
        System.out.println(sum);
        int i = 0;
        ints[i++] = ints[i] + i++ * 10;
        System.out.println(ints[0] + " " + i);
        Object[] objects = {strings, ints, "x", null, new Object[] {1, 2L}};
        System.out.println((objects[0] instanceof String[]) + " " + (objects[0] instanceof Object[]) + " "
                + (objects[1] instanceof int[]) + " " + (objects[1] instanceof Object) + " "
                + (objects[2] instanceof String) + " " + (objects[3] instanceof Object) + " " + objects.length);
        int[] empty = {};
        System.out.println(empty.length + " " + new long[0].length);
        int[] copy = ints.clone();
        copy[0] = 99;
        System.out.println(copy[0] + " " + ints[0] + " " + copy.length);
        long[] longCopy = longs.clone();
        System.out.println(longCopy[0] + longCopy[1]);
        System.out.println(ints.getClass().getName() + " " + strings.getClass().getName() + " "
                + new int[1][1].getClass().getName() + " " + longs.getClass().getSimpleName());
    }
}
