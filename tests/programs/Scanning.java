import java.util.InputMismatchException;
import java.util.NoSuchElementException;
import java.util.Scanner;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Scanners whose words are separated by patterns, and what they say about input that they did not want. */
public class Scanning {

    interface Read {

        Object from(Scanner scanner);
    }

    static void fails(String text, Read read) {
        try {
            System.out.println(read.from(new Scanner(text)));
        } catch (InputMismatchException e) {
            System.out.println(e);
        } catch (NoSuchElementException e) {
            System.out.println(e);
        }
    }

    public static void main(String[] args) {
        Scanner csv = new Scanner("name, 12 ,3.5\nother,,-7\n").useDelimiter("\\s*,\\s*|\\R");
        while (csv.hasNext()) {
            System.out.print(csv.hasNextInt() ? "<" + csv.nextInt() + ">" : csv.hasNextDouble() ? "{" + csv.nextDouble() + "}"
                    : "[" + csv.next() + "]");
        }
        System.out.println(" " + csv.delimiter() + " " + new Scanner("").delimiter());
        System.out.println(new Scanner("a-b--c").useDelimiter("-").tokens().collect(Collectors.joining("|")));
        Scanner line = new Scanner("speed: 12 km/h\nnext ff,8");
        System.out.println(line.findInLine("(\\d+) (\\S+)") + " " + line.match().group(2) + " [" + line.nextLine() + "] "
                + line.hasNext("[a-z]+") + " " + line.next(Pattern.compile("n.*")) + " " + line.findInLine("zz"));
        System.out.println(line.skip("\\s*").useRadix(16).useDelimiter(",").nextInt() + " " + line.nextInt() + " "
                + line.hasNext() + line.radix());
        System.out.println(new Scanner("a1b22c").findAll("\\d+").map(MatchResult::group).collect(Collectors.toList()) + " "
                + new Scanner("one\ntwo").findWithinHorizon("t.o", 0));
        fails("abc", Scanner::nextInt);
        fails("99999999999", Scanner::nextInt);
        fails("99999999999", s -> s.nextInt(16));
        fails("300", Scanner::nextByte);
        fails("1.5", Scanner::nextLong);
        fails("x", Scanner::nextDouble);
        fails("1,234,567.5", Scanner::nextDouble);
        fails("NaN", Scanner::nextBigDecimal);
        fails("yes", Scanner::nextBoolean);
        fails("", Scanner::next);
        fails("", Scanner::nextLine);
        fails("ab", s -> s.next("a"));
        fails("ab", s -> s.skip("b"));
        try {
            new Scanner("ab").match();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
    }
}
