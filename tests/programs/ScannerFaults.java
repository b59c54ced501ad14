import java.math.BigDecimal;
import java.util.NoSuchElementException;
import java.util.Scanner;

/** Words that are not what is asked for, and what a scanner says of them. */
public class ScannerFaults {

    /** A question to a scanner. */
    interface Question {

        Object ask(Scanner scanner);
    }

    static final String[] WORDS = {"", "abc", "-", "12", "-129", "300", "40000", "2147483648", "9223372036854775808", "1,234", "99,999,999,999",
        "12,34", "1.5", "1e5", "1e", "0x1f", "ff", "zz", "true", "NaN", "-Infinity", "+7", "1,2.5", "x y"};

    static void show(String name, Question question) {
        for (String word : WORDS) {
            Scanner scanner = new Scanner(word);
            String answer;
            try {
                answer = String.valueOf(question.ask(scanner));
            } catch (NoSuchElementException e) {
                // The word is still there.
                answer = e + (scanner.hasNext() ? " at " + scanner.next() : "");
            }
            System.out.println(name + " [" + word + "] " + answer);
        }
    }

    static void closed() {
        Scanner scanner = new Scanner("1 2");
        scanner.close();
        try {
            scanner.nextInt();
        } catch (IllegalStateException e) {
            System.out.println(e);
        }
        try {
            scanner.hasNextLine();
        } catch (IllegalStateException e) {
            System.out.println(e);
        }
        try {
            new Scanner("1").useRadix(40);
        } catch (IllegalArgumentException e) {
            System.out.println(e);
        }
        try {
            new Scanner("1").nextInt(1);
        } catch (IllegalArgumentException e) {
            System.out.println(e);
        }
        try {
            new Scanner("").nextLine();
        } catch (NoSuchElementException e) {
            System.out.println(e);
        }
        try {
            new Scanner("abc").findWithinHorizon("b", -1);
        } catch (IllegalArgumentException e) {
            System.out.println(e);
        }
        try {
            new Scanner("abc").skip("b");
        } catch (NoSuchElementException e) {
            System.out.println(e);
        }
        try {
            new Scanner("abc").match();
        } catch (IllegalStateException e) {
            System.out.println(e);
        }
    }

    public static void main(String[] args) {
        show("int", Scanner::nextInt);
        show("int 16", scanner -> scanner.nextInt(16));
        show("int 2", scanner -> scanner.nextInt(2));
        show("long", Scanner::nextLong);
        show("long 36", scanner -> scanner.nextLong(36));
        show("short", Scanner::nextShort);
        show("short 16", scanner -> scanner.nextShort(16));
        show("byte", Scanner::nextByte);
        show("byte 8", scanner -> scanner.nextByte(8));
        show("has int 2", scanner -> scanner.hasNextInt(2));
        show("has BigInteger 8", scanner -> scanner.hasNextBigInteger(8));
        show("double", Scanner::nextDouble);
        show("float", Scanner::nextFloat);
        show("boolean", Scanner::nextBoolean);
        show("BigInteger", Scanner::nextBigInteger);
        show("BigDecimal", Scanner::nextBigDecimal);
        show("next", scanner -> scanner.next("[a-z]+"));
        closed();
    }
}
