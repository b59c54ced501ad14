import java.util.IllegalFormatException;
import java.util.Locale;

/** Formats with all letters, flags, widths and precisions. */
public class MoreFormats {

    static void show(String format, Object... arguments) {
        try {
            System.out.println("[" + String.format(format, arguments) + "]");
        } catch (IllegalFormatException e) {
            System.out.println(e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        double[] numbers = {0, -1.5, 123456.789, 0.00001234, 999999.5, 1e-300};
        for (double x : numbers) {
            show("%g %.3g %G %12.4g %.0g", x, x, x, x, x);
        }
        show("%#x %#o %#X %x %08X %-8x|", 255, 8, 255, -1, 48879, 7);
        show("%h %H %h", "hello", 0xcafe, null);
        show("%#.0f %#.0e", 3.0, 4.0);
        show("%,d %(d %+d % d %05d %-6d| %,.2f %(.1f %+e", 1234567, -5, 5, 5, -42, 42, 9876543.215, -2.25, 1e5);
        show("%s %10s %-10s| %.2s %S %b %B %c %C %n%%", "a", "b", "c", "defg", "up", true, null, 'x', 'y');
        show("%2$s %1$s %<s %s", "first", "second");
        show("%c %c", 65, 0x1f600);
        show("%--5d", 1);
        show("%-d", 1);
        show("%.2d", 1);
        show("%#d", 1);
        show("%,x", 1);
        show("%y", 1);
        show("%d", "text");
        show("%f", 1);
        show("%d %d", 1);
        System.out.printf(Locale.ROOT, "%d-%s%n", 1, "a").format("%x%n", 17).append("abc", 1, 2).append('\n');
        System.out.println(String.format("%3$s%2$s%1$s", 1, 2, 3) + "%5.1f|".formatted(Math.PI));
    }
}
