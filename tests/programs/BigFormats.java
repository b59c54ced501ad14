import java.math.BigDecimal;
import java.math.BigInteger;

/** Big numbers in formats, and the letters that refuse them. */
public class BigFormats {

    static final String ALL = "[%f][%.2f][%.0f][%,.3f][%(.1f][%e][%.0e][%.3E][%g][%.3g][%.0g][%12.2f][%-12.2f|][%012.1f][%s]";

    public static void main(String[] arguments) {
        BigInteger p = new BigInteger("123456789012345678901");
        BigInteger n = p.negate();
        System.out.println(String.format("[%d][%,d][%(d][%+d][%030d][%-25d|]", p, p, n, p, n, p));
        System.out.println(String.format("[%x][%#x][%X][%#o][%x][%#x][%+x][%(x][%#030x]", p, p, p, p, n, n, p, n, n));
        System.out.println(String.format("[%s][%h][%25s][%.4s]", n, p, p, p));
        String[] numbers = {"-12345.67850", "0.000012345", "0.00", "0", "1E+5", "1", "999999.95", "0.00099999995",
            "0.00009999999", "12345678901234567890.123456789"};
        for (String number : numbers) {
            BigDecimal v = new BigDecimal(number);
            System.out.println(String.format(ALL, v, v, v, v, v, v, v, v, v, v, v, v, v, v, v));
        }
        refuse("%d", BigDecimal.ONE);
        refuse("%x", BigDecimal.ONE);
        refuse("%f", p);
        refuse("%e", p);
        refuse("%c", p);
        System.out.println(String.format("[%.2f][%8.1f][%E][%G][%E][%.1s][%b]", null, null, 1 / 0.0, 1 / 0.0, 0 / 0.0, "abc", null));
        System.out.println(String.format("[%08.2f][%08f][%+f][%(f]", -1.5, 1 / 0.0, 1 / 0.0, -1 / 0.0));
        System.out.println(String.format("[%+8f][% f][%5f][%.3b][%.2h]", 0 / 0.0, 0 / 0.0, 0 / 0.0, true, "hello"));
        System.out.println(String.format("[%.3f][%.1f][%,.0f][%e]", 9223372036854775807.0, 4294967296.0, 1e15, 3e9));
        System.out.println(1e18 + " " + 2147483648.0 + " " + 999999999999.0 + " " + 4294967295f + " " + Long.MAX_VALUE);
    }

    static void refuse(String format, Object value) {
        try {
            System.out.println(String.format(format, value));
        } catch (IllegalArgumentException e) {
            System.out.println(e);
        }
    }
}
