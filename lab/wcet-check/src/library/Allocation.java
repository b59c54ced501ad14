/** Objects and arrays that nobody keeps. */
public final class Main {
    static final class Pair { int first; int second; }

    static Pair pair() { return new Pair(); }
    static int[] ints8() { return new int[8]; }
    static int[] ints64() { return new int[64]; }
    static int[] ints256() { return new int[256]; }
    static Object[] objects64() { return new Object[64]; }

    public static void main(String[] args) {
        int sum = 0;
        // Each fills the memory once.
        for (int i = 0; i < 25000; ++i) {
            sum += pair().first;
        }
        for (int i = 0; i < 16000; ++i) {
            sum += ints8().length;
        }
        for (int i = 0; i < 3800; ++i) {
            sum += ints64().length;
        }
        for (int i = 0; i < 1100; ++i) {
            sum += ints256().length;
        }
        for (int i = 0; i < 3800; ++i) {
            sum += objects64().length;
        }
        System.out.println(sum);
    }
}
