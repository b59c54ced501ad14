/** String concatenation as Java 9 and later compile it: operands of every type, constants, null, order of evaluation. */
public class Concatenation {

    private static final String CONSTANT = "const\u0001\u0002ant";
    private static int calls;
    private final int number;

    private Concatenation(int number) {
        this.number = number;
    }

    @Override
    public String toString() {
        return "<" + number + ":" + ++calls + ">";
    }

    private static String text(String text) {
        System.out.print(text);
        return text;
    }

    private static void primitives(boolean z, char c, byte b, short s, int i, long j, float f, double d) {
        System.out.println("" + z + c + b + s + i + j + f + d);
        System.out.println(z + "|" + c + "|" + b + "|" + s + "|" + i + "|" + j + "|" + f + "|" + d);
        System.out.println(i + j + " sum first, then text " + i + j);
        System.out.println(c + i + "" + (char) (c + 1) + c);
    }

    private static String many(long a, long b, long c, long d, long e, long f, long g, long h) {
        return a + " " + b + " " + c + " " + d + " " + e + " " + f + " " + g + " " + h + " " + (a + b) + " " + (b + c) + " "
                + (c + d) + " " + (d + e) + " " + (e + f) + " " + (f + g) + " " + (g + h) + " " + (h + a) + " " + (a * b)
                + " " + (int) a + '!';
    }

    public static void main(String[] args) {
        primitives(true, 'x', (byte) -128, (short) 32767, Integer.MIN_VALUE, Long.MAX_VALUE, 1.5f, -0.0);
        primitives(false, '\u00e9', (byte) 127, (short) -1, 0, 1L << 40, Float.NaN, Double.POSITIVE_INFINITY);
        String none = null;
        Object nothing = null;
        int[] numbers = null;
        System.out.println(none + nothing + numbers + null);
        System.out.println("a" + none);
        none += "b";
        System.out.println(none);
        Object[] objects = {1, 2L, 'c', "s", 1.5f, 2.5, true, null, new Concatenation(7)};
        for (Object object : objects) {
            System.out.print("[" + object + "]");
        }
        System.out.println();
        System.out.println(new Concatenation(1) + " then " + new Concatenation(2) + " then " + new Concatenation(3));
        System.out.println(text("left ") + text("right ") + "done");
        char[] characters = {'a', 'b'};
        String array = "" + characters;
        System.out.println(array.startsWith("[C@"));
        String sum = "";
        for (int i = 0; i < 5; ++i) {
            sum += i;
            sum += ',';
        }
        System.out.println(sum + sum.length());
        System.out.println("a\u0001b\u0002c" + sum.length() + CONSTANT + args.length + "\u0001\u0002");
        CharSequence sequence = new StringBuilder("builder");
        System.out.println("sequence " + sequence + new StringBuffer(" buffer"));
        System.out.println(many(1, 2, 3, 4, 5, 6, 7, -8));
        System.out.println("same" + sum.length() == "same" + sum.length());
        System.out.println(("same" + sum.length()).equals("same" + 11));
        final String folded = "fol" + "ded";
        System.out.println(folded == "folded");
    }
}
