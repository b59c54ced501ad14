/** String.format and printf. */
public class Formats {

    private static void show(String format, Object... arguments) {
        try {
            System.out.println(String.format(format, arguments));
        } catch (RuntimeException e) {
            System.out.println(e);
        }
    }

    public static void main(String[] args) {
        show("%d %5d|%-5d|%05d|%+d|%,d|%(d|% d", 1, 2, 3, 4, 5, 1234567, -6, 7);
        show("%x %X %08x %o %x %x %x", 255, 255, 255, 8, -1, 10L, (byte) -3);
        show("%s|%10s|%-10s|%.2s|%S", "abc", "abc", "abc", "abc", "abc");
        show("%c%C%b%n%%|%10b|%c|%b", 'a', 'b', true, true, 65, "x");
        show("%f %.2f %10.3f|%-10.1f|%+.0f|%08.2f", 1.5, 3.14159, -2.71828, 0.05, 2.5, -1.005);
        show("%e %.2e %E %.0e %e", 12345.678, 0.00012, 1e100, 5.5, 0.0);
        show("%.1f %.1f %.1f %.0f %.0f %.3f %f %.2f", 0.25, 0.35, 0.45, 0.5, 1.5, 1e10, 1e-10, 99.999);
        show("%.15f %,.2f %f %f %.1f", 0.1, 1234567.891, 1.5f, 0.0, Double.NEGATIVE_INFINITY);
        show("%2$s %1$s %<s %s", "a", "b");
        show("%d %s %b %x", null, null, null, null);
        show("%.2f %5.1f|%s %s", Double.NaN, 1e7, 1.0, 1.0f);
        show("%d");
        show("%q", 1);
        show("%d", "x");
        show("%f", 1);
        show("100%");
        System.out.printf("%3d%% of %s%n", 42, "it");
    }
}
