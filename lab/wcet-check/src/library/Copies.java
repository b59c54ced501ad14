/** Arrays of 32 elements. */
public final class Main {
    static final byte[] bytes = new byte[32], bytes2 = new byte[32];
    static final boolean[] booleans = new boolean[32], booleans2 = new boolean[32];
    static final char[] chars = new char[32], chars2 = new char[32];
    static final short[] shorts = new short[32], shorts2 = new short[32];
    static final int[] ints = new int[32], ints2 = new int[32];
    static final long[] longs = new long[32], longs2 = new long[32];
    static final float[] floats = new float[32], floats2 = new float[32];
    static final double[] doubles = new double[32], doubles2 = new double[32];
    static final Object[] objects = new Object[32], objects2 = new Object[32];
    static final Base[] bases = new Base[32];

    static class Base { }
    static class First extends Base { }
    static class Second extends First { }
    static class Third extends Second { }
    static class Fourth extends Third { }
    static class Fifth extends Fourth { }
    static class Sixth extends Fifth { }
    static class Seventh extends Sixth { }
    static class Eighth extends Seventh { }
    static final class Element extends Eighth { }


    static void copyBytes() { System.arraycopy(bytes, 0, bytes2, 0, 31); }
    static void copyBooleans() { System.arraycopy(booleans, 0, booleans2, 0, 31); }
    static void copyChars() { System.arraycopy(chars, 0, chars2, 0, 31); }
    static void copyShorts() { System.arraycopy(shorts, 0, shorts2, 0, 31); }
    static void copyInts() { System.arraycopy(ints, 0, ints2, 0, 31); }
    static void copyLongs() { System.arraycopy(longs, 0, longs2, 0, 31); }
    static void copyFloats() { System.arraycopy(floats, 0, floats2, 0, 31); }
    static void copyDoubles() { System.arraycopy(doubles, 0, doubles2, 0, 31); }
    static void copyObjects() { System.arraycopy(objects, 0, objects2, 0, 31); }
    static void copyBases() { System.arraycopy(objects, 0, bases, 0, 31); }
    static void copyWithin(int to) { System.arraycopy(ints, 0, ints, to, 31); }
    static void fill(int value) { java.util.Arrays.fill(ints, value); }
    static int[] copyOf() { return java.util.Arrays.copyOf(ints, 32); }
    static boolean equal() { return java.util.Arrays.equals(ints, ints2); }
    static void sort() { java.util.Arrays.sort(ints); }

    public static void main(String[] args) {
        for (int i = 0; i < 32; ++i) {
            objects[i] = new Element();
        }
        copyBytes();
        copyBooleans();
        copyChars();
        copyShorts();
        copyInts();
        copyLongs();
        copyFloats();
        copyDoubles();
        copyObjects();
        copyBases();
        copyWithin(1);
        copyWithin(0);
        fill(7);
        for (int i = 0; i < 20; ++i) {
            copyOf();
        }
        copyInts();
        ints2[31] = 7;
        equal();
        for (int i = 0; i < 32; ++i) {
            ints[i] = 32 - i;
        }
        sort();
        sort();
        System.out.println(ints[3]);
    }
}
