package java.util;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.BigInteger;

/** Reads words, numbers and lines; white space separates words. */
public final class Scanner implements Iterator<String>, Closeable {

    private final Reader reader;

    /** What was read and is not used yet, from a place on. */
    private final StringBuilder text = new StringBuilder();
    private int start;
    private boolean ended;
    private boolean closed;
    private IOException problem;

    /** Reads from a stream. */
    public Scanner(InputStream stream) {
        this((Readable) new InputStreamReader(stream));
    }

    /** Reads from a text. */
    public Scanner(String text) {
        this((Readable) new StringReader(text));
    }

    /** Reads from a reader. */
    public Scanner(Readable reader) {
        this.reader = (Reader) Objects.requireNonNull(reader);
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("Scanner closed");
        }
    }

    /** The character at a place behind the start, or -1 at the end. */
    private int at(int offset) {
        while (start + offset >= text.length()) {
            int c = -1;
            if (!ended) {
                try {
                    c = reader.read();
                } catch (IOException e) {
                    problem = e;
                }
            }
            if (c < 0) {
                ended = true;
                return -1;
            }
            text.append((char) c);
        }
        return text.charAt(start + offset);
    }

    private void use(int count) {
        start += count;
        if (start > 256 || start == text.length()) {
            text.delete(0, start);
            start = 0;
        }
    }

    /** Where the next word begins. */
    private int wordStart() {
        int i = 0;
        for (int c = at(0); c >= 0 && Character.isWhitespace((char) c); c = at(i)) {
            ++i;
        }
        return i;
    }

    /** The next word, which stays; null at the end. */
    private String look() {
        checkOpen();
        int from = wordStart();
        int to = from;
        for (int c = at(to); c >= 0 && !Character.isWhitespace((char) c); c = at(to)) {
            ++to;
        }
        return to == from ? null : text.substring(start + from, start + to);
    }

    private String lookForWord() {
        String word = look();
        if (word == null) {
            throw new NoSuchElementException();
        }
        return word;
    }

    /** Uses the word that look gave. */
    private void useWord(String word) {
        use(wordStart() + word.length());
    }

    @Override
    public boolean hasNext() {
        return look() != null;
    }

    @Override
    public String next() {
        String word = lookForWord();
        useWord(word);
        return word;
    }

    /** Whether there is a line. */
    public boolean hasNextLine() {
        checkOpen();
        return at(0) >= 0;
    }

    /** What is left of the line, without its end. */
    public String nextLine() {
        checkOpen();
        if (at(0) < 0) {
            throw new NoSuchElementException("No line found");
        }
        int length = 0;
        int c = at(0);
        while (c >= 0 && c != '\n' && c != '\r' && c != '\u2028' && c != '\u2029' && c != '\u0085') {
            c = at(++length);
        }
        String line = text.substring(start, start + length);
        use(c < 0 ? length : c == '\r' && at(length + 1) == '\n' ? length + 2 : length + 1);
        return line;
    }

    /** Whether a word is a whole number; groups of digits may have commas, as the locale writes them. */
    private static String digits(String word, int radix) {
        if (word == null) {
            return null;
        }
        StringBuilder digits = new StringBuilder();
        int first = word.charAt(0) == '-' || word.charAt(0) == '+' ? 1 : 0;
        int comma = word.indexOf(',');
        for (int i = 0; i < word.length(); ++i) {
            char c = word.charAt(i);
            if (i < first) {
                if (c == '-') {
                    digits.append(c);
                }
            } else if (c == ',') {
                int before = i - first;
                if (radix != 10 || before == 0 || comma - first > 3 || (i - comma & 3) != 0 || (word.length() - i & 3) != 0) {
                    return null;
                }
            } else if (Character.digit(c, radix) < 0) {
                return null;
            } else {
                digits.append(c);
            }
        }
        return digits.length() == 0 || word.length() == first ? null : digits.toString();
    }

    private static boolean isDecimal(String word) {
        if (word == null) {
            return false;
        }
        int length = word.length();
        int i = word.charAt(0) == '-' || word.charAt(0) == '+' ? 1 : 0;
        String rest = word.substring(i);
        if (rest.equals("NaN") || rest.equals("Infinity")) {
            return true;
        }
        int count = 0;
        boolean point = false;
        for (; i < length && word.charAt(i) != 'e' && word.charAt(i) != 'E'; ++i) {
            char c = word.charAt(i);
            if (c == '.' && !point) {
                point = true;
            } else if (c >= '0' && c <= '9') {
                ++count;
            } else {
                return false;
            }
        }
        if (i < length) {
            i = i + 1 < length && (word.charAt(i + 1) == '-' || word.charAt(i + 1) == '+') ? i + 2 : i + 1;
            if (i == length || digits(word.substring(i), 10) == null || !Character.isDigit(word.charAt(i))) {
                return false;
            }
        }
        return count > 0;
    }

    private String lookForWhole(int radix) {
        String word = lookForWord();
        String digits = digits(word, radix);
        if (digits == null) {
            throw new InputMismatchException("For input string: \"" + word + "\"");
        }
        return digits;
    }

    private static boolean fits(String digits, int radix, int bits) {
        return digits != null && new BigInteger(digits, radix).bitLength() < bits;
    }

    /** Whether the next word is an int. */
    public boolean hasNextInt() {
        return hasNextInt(10);
    }

    /** Whether the next word is an int in a radix. */
    public boolean hasNextInt(int radix) {
        return fits(digits(look(), radix), radix, 32);
    }

    /** The next word as an int. */
    public int nextInt() {
        return nextInt(10);
    }

    /** The next word as an int in a radix. */
    public int nextInt(int radix) {
        String word = lookForWord();
        try {
            int value = Integer.parseInt(lookForWhole(radix), radix);
            useWord(word);
            return value;
        } catch (NumberFormatException e) {
            throw new InputMismatchException(e.getMessage());
        }
    }

    /** Whether the next word is a long. */
    public boolean hasNextLong() {
        return hasNextLong(10);
    }

    /** Whether the next word is a long in a radix. */
    public boolean hasNextLong(int radix) {
        return fits(digits(look(), radix), radix, 64);
    }

    /** The next word as a long. */
    public long nextLong() {
        return nextLong(10);
    }

    /** The next word as a long in a radix. */
    public long nextLong(int radix) {
        String word = lookForWord();
        try {
            long value = Long.parseLong(lookForWhole(radix), radix);
            useWord(word);
            return value;
        } catch (NumberFormatException e) {
            throw new InputMismatchException(e.getMessage());
        }
    }

    /** Whether the next word is a short. */
    public boolean hasNextShort() {
        return fits(digits(look(), 10), 10, 16);
    }

    /** The next word as a short. */
    public short nextShort() {
        String word = lookForWord();
        try {
            short value = Short.parseShort(lookForWhole(10));
            useWord(word);
            return value;
        } catch (NumberFormatException e) {
            throw new InputMismatchException(e.getMessage());
        }
    }

    /** Whether the next word is a byte. */
    public boolean hasNextByte() {
        return fits(digits(look(), 10), 10, 8);
    }

    /** The next word as a byte. */
    public byte nextByte() {
        String word = lookForWord();
        try {
            byte value = Byte.parseByte(lookForWhole(10));
            useWord(word);
            return value;
        } catch (NumberFormatException e) {
            throw new InputMismatchException(e.getMessage());
        }
    }

    private String lookForDecimal() {
        String word = lookForWord();
        if (!isDecimal(word)) {
            throw new InputMismatchException("For input string: \"" + word + "\"");
        }
        return word;
    }

    /** Whether the next word is a double. */
    public boolean hasNextDouble() {
        return isDecimal(look());
    }

    /** The next word as a double. */
    public double nextDouble() {
        String word = lookForDecimal();
        double value = Double.parseDouble(word);
        useWord(word);
        return value;
    }

    /** Whether the next word is a float. */
    public boolean hasNextFloat() {
        return isDecimal(look());
    }

    /** The next word as a float. */
    public float nextFloat() {
        String word = lookForDecimal();
        float value = Float.parseFloat(word);
        useWord(word);
        return value;
    }

    /** Whether the next word is a boolean. */
    public boolean hasNextBoolean() {
        String word = look();
        return "true".equalsIgnoreCase(word) || "false".equalsIgnoreCase(word);
    }

    /** The next word as a boolean. */
    public boolean nextBoolean() {
        String word = lookForWord();
        if (!hasNextBoolean()) {
            throw new InputMismatchException("For input string: \"" + word + "\"");
        }
        useWord(word);
        return word.equalsIgnoreCase("true");
    }

    /** Whether the next word is a whole number. */
    public boolean hasNextBigInteger() {
        return digits(look(), 10) != null;
    }

    /** The next word as a whole number. */
    public BigInteger nextBigInteger() {
        String word = lookForWord();
        BigInteger value = new BigInteger(lookForWhole(10));
        useWord(word);
        return value;
    }

    /** Whether the next word is a decimal number. */
    public boolean hasNextBigDecimal() {
        String word = look();
        return isDecimal(word) && !word.endsWith("N") && !word.endsWith("y");
    }

    /** The next word as a decimal number. */
    public BigDecimal nextBigDecimal() {
        String word = lookForDecimal();
        BigDecimal value = new BigDecimal(word);
        useWord(word);
        return value;
    }

    /** The last exception of the reader, or null. */
    public IOException ioException() {
        return problem;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            try {
                reader.close();
            } catch (IOException e) {
                problem = e;
            }
        }
    }
}
