import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.IllegalFormatCodePointException;
import java.util.IllegalFormatException;
import java.util.IllegalFormatFlagsException;
import java.util.IllegalFormatWidthException;

/** Formats that are wrong in every way, and what is said of them. */
public class FormatFaults {

    /** Specifiers that are read as far as they go. */
    static final String[] BROKEN = {"%", "% ", "a%", "%5", "%-", "%!", "%-!", "%1$", "%1$!", "%<", "%y", "%5y", "%-5y", "%q %", "%\u00e9", "%.",
        "%.d", "%.5", "%5.", "%5.d", "%.s", "%-.s", "%0", "%00", "%0$d", "%00$d", "%1$1$d", "%1$5$d", "%5$", "%$d", "%-1$d", "%<1$d", "%<<d",
        "%5<d", "%5-d", "%5 d", "%5.2-d", "%10.3+d", "%t", "%T", "%t5", "%tq", "%5tq", "%t%", "%D", "%F", "%N", "%i", "%u", "%L", "%z", "%-z"};

    /** Widths, precisions and argument numbers without a meaning. */
    static final String[] NUMBERS = {"%99999999999d", "%2147483648d", "%.99999999999s", "%99999999999$d", "%2147483647$d", "%99999999999y",
        "%--99999999999d", "%99999999999.99999999999d", "%.1d", "%.2x", "%.0o", "%.1c", "%.1C", "%.1n", "%5n", "%-5n", "%5.1n", "%1$5n", "%.5%",
        "%5.2%", "%-.1%", "%.2tY"};

    /** Flags that are missing something, there twice, or against each other. */
    static final String[] FLAGS = {"%-d", "%0d", "%-s", "%-S", "%-b", "%-h", "%-c", "%-x", "%-X", "%0x", "%-f", "%0f", "%-e", "%-g", "%-%",
        "%-n", "%--d", "%++d", "%-+-d", "%00d", "%005d", "%--5d", "%<<-d", "%0-5d", "%-05d", "%+ d", "% +d", "%+ 5d", "%- 0+5d", "%+ -05d", "%+ X",
        "%<+ d", "%--+ d", "%-+d", "%-+,#( 0<d", "%-,(d", "%(, 0+-#d", "%0+ x", "%1$-s", "%<-s", "%1$-%", "%-.3b", "%+ .1d", "%-.1d", "%#.1d",
        "%,.1x", "%#-d", "%,-e", "%-+s", "%#-0s", "%-#b"};

    /** Flags that a letter does not take. */
    static final String[] LETTERS = {"%0s", "%05s", "%+s", "% s", "%,s", "%(s", "%#s", "%+S", "%0b", "%+b", "% b", "%,b", "%(b", "%#b", "%05b",
        "%+h", "%#h", "%,h", "%0h", "%(H", "%+c", "% c", "%,c", "%(c", "%#c", "%0c", "%05C", "%#,c", "%0 s", "% ,s", "%(,s", "%#+b", "%+(c", "%+n",
        "%0n", "%#n", "% n", "%,n", "%(n", "%<n", "%05%", "%+%", "%,%", "%0%", "%#%", "%(%", "%<%", "%+-5%", "%,x", "%,X", "%,o", "%#d", "%,e",
        "%,E", "%#g", "%#G", "%#,g", "%+x", "% x", "%(x", "%+X", "%+o", "% o", "%(o", "%+(x", "% (x", "%#tY", "%+(tY", "%-tY"};

    /** More than one fault, and faults behind what is right. */
    static final String[] SEVERAL = {"%d%y", "%y%d", "%-d%+s", "%+s%-d", "%5n%y", "%s %s %s", "%d %d", "%2$d", "%3$s %y", "%<s", "%1$s %<s %<d %2$s",
        "%s %<d", "a%2$sb%<sc", "%1$<d", "%f%", "%f%-d", "%c %q", "%s %-10d|%.1d"};

    static void show(String format, Object... arguments) {
        String answer;
        try {
            answer = "[" + String.format(format, arguments) + "]";
        } catch (IllegalFormatException e) {
            answer = e.getClass().getSimpleName() + ": " + e.getMessage();
        }
        System.out.println(format + " -> " + answer);
    }

    /** Arguments that letters do not take. */
    static void arguments() {
        Object[] values = {5, 5L, (short) -5, (byte) -5, 'c', "x", true, 1.5, 1.5f, new BigInteger("-77"), new BigDecimal("-1.25"), null, 0x110000};
        for (String format : new String[] {"%d", "%x", "%X", "%o", "%c", "%C", "%5c", "%f", "%e", "%E", "%g", "%+x", "%(X", "%#s", "%.1E"}) {
            for (Object value : values) {
                show(format, value);
            }
        }
        show("%d", (Object[]) null);
        show("%s %s %3$s", (Object[]) null);
        show("%d", new FormatFaults());
        show("%x", new int[1]);
    }

    /** Text before an argument that does not fit is printed; none is if the format itself is wrong. */
    static void printed() {
        for (String format : new String[] {"one %d, two %d%n", "one %d, two %y%n", "%s and %s%n", "%2$s before %c%n", "%1$d %-d"}) {
            try {
                System.out.printf(format, 1, "2");
            } catch (IllegalFormatException e) {
                System.out.println("<" + e.getMessage());
            }
            StringWriter text = new StringWriter();
            PrintWriter writer = new PrintWriter(text);
            try {
                writer.format(format, 1, "2");
            } catch (IllegalFormatException e) {
                System.out.println(text + "<" + e.getMessage());
            }
        }
    }

    static void parts() {
        try {
            String.format("%+ d", 1);
        } catch (IllegalFormatFlagsException e) {
            System.out.println(e + " " + e.getFlags());
        }
        try {
            String.format("%7n");
        } catch (IllegalFormatWidthException e) {
            System.out.println(e + " " + e.getWidth());
        }
        try {
            String.format("%c", -1);
        } catch (IllegalFormatCodePointException e) {
            System.out.println(e + " " + e.getCodePoint());
        }
        try {
            String.format("%0$d", 1);
        } catch (IllegalFormatException e) {
            // The host keeps this class to itself.
            System.out.println(e.getClass().getSimpleName().equals("IllegalFormatArgumentIndexException"));
        }
    }

    public static void main(String[] args) {
        for (String[] formats : new String[][] {BROKEN, NUMBERS, FLAGS, LETTERS, SEVERAL}) {
            for (String format : formats) {
                show(format, 5);
            }
        }
        for (String format : LETTERS) {
            show(format);
        }
        arguments();
        printed();
        parts();
    }
}
