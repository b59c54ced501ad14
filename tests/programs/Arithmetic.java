/** The int operators, with corner operands. */
public class Arithmetic {

    public static void main(String[] args) {
        int[] corners = {0, 1, -1, 2, -2, 3, 7, -7, 10, 16, 100, 255, 1000, 65535, 65536, -65536,
            Integer.MAX_VALUE, Integer.MIN_VALUE, Integer.MIN_VALUE + 1, 123456789, -987654321};
        int hash = 0;
        for (int a : corners) {
            for (int b : corners) {
                hash = hash * 31 + (a + b);
                hash = hash * 31 + (a - b);
                hash = hash * 31 + a * b;
                if (b != 0) {
                    hash = hash * 31 + a / b;
                    hash = hash * 31 + a % b;
                    if (a / b * b + a % b != a) {
                        System.out.println("not a division: " + a + " " + b);
                    }
                }
                hash = hash * 31 + (a & b) + (a | b) + (a ^ b);
                hash = hash * 31 + (a << b) + (a >> b) + (a >>> b);
                hash = hash * 31 + (a < b ? 1 : 0) + (a <= b ? 2 : 0) + (a == b ? 4 : 0);
            }
            System.out.println(a + " " + -a + " " + ~a + " " + hash);
        }
        System.out.println(7 / 2 + " " + -7 / 2 + " " + 7 / -2 + " " + -7 / -2);
        System.out.println(7 % 2 + " " + -7 % 2 + " " + 7 % -2 + " " + -7 % -2);
        int min = Integer.MIN_VALUE;
        System.out.println(min / -1 + " " + min % -1 + " " + min / min + " " + min / 2 + " " + min % 10);
        int i = 5;
        i += 1000000;
        i -= 7;
        i *= 3;
        i /= 4;
        i %= 1000;
        i <<= 3;
        i >>= 1;
        i ^= 0x55;
        System.out.println(i++ + " " + ++i + " " + i-- + " " + --i);
    }
}
