/** The long operators, with corner operands. */
public class LongArithmetic {

    static long field = 1L << 40;
    private long own = -5;

    public static void main(String[] args) {
        long[] corners = {0, 1, -1, 10, -10, 0x7fffffffL, 0x80000000L, 0xffffffffL, 0x100000000L, -0x80000000L,
            Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE + 1, 1000000007L, 123456789012345678L, -998877665544332211L};
        for (long a : corners) {
            long hash = 0;
            for (long b : corners) {
                hash = hash * 31 + (a + b);
                hash = hash * 31 + (a - b);
                hash = hash * 31 + a * b;
                if (b != 0) {
                    hash = hash * 31 + a / b;
                    hash = hash * 31 + a % b;
                }
                hash = hash * 31 + ((a & b) + (a | b) + (a ^ b));
                hash = hash * 31 + (a < b ? 1 : a == b ? 2 : 3);
            }
            System.out.println(a + " " + -a + " " + ~a + " " + (int) a + " " + hash);
        }
        long value = 0x123456789abcdef0L;
        for (int i = -3; i < 70; i += 8) {
            System.out.println(i + " " + (value << i) + " " + (value >> i) + " " + (-value >> i) + " " + (-value >>> i));
        }
        LongArithmetic object = new LongArithmetic();
        object.own += field;
        field -= object.own;
        System.out.println(object.own + " " + field + " " + (object.own > field));
        try {
            System.out.println(field / (object.own - object.own));
        } catch (ArithmeticException e) {
            System.out.println(e);
        }
        try {
            System.out.println(field % (object.own - object.own));
        } catch (ArithmeticException e) {
            System.out.println(e);
        }
    }
}
