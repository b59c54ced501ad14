package java.util;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads words, numbers and lines; white space or a pattern separates words. */
public final class Scanner implements Iterator<String>, Closeable {

    private final Reader reader;

    /** What was read and is not used yet, from a place on. */
    private final StringBuilder text = new StringBuilder();
    private int start;
    private boolean ended;
    private boolean closed;
    private IOException problem;
    private int radix = 10;

    /** What patterns are needed for, from the first one on. */
    private Patterns patterns;

    /** What only scanners with patterns do: they alone link regular expressions, whose types are not named here. */
    interface Patterns {

        /** Sets what separates words. */
        void delimit(Object pattern);

        /** What separates words, or null for white space. */
        Object delimiter();

        /** Where the next word begins. */
        int start();

        /** Where the word that begins at a place ends; -1 if there is none. */
        int end(int from);

        /** Whether a word matches. */
        boolean matches(Object pattern, String word);

        /** Looks for a pattern and goes behind it. */
        String find(Object pattern, int limit, boolean atOnce);

        /** The last match. */
        Object last();
    }

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

    /** What was read and is not used yet. */
    String unread() {
        return text.substring(start);
    }

    /** Reads up to the end of a line, but not too much; false at the end. */
    boolean readMore() {
        int count = text.length() - start;
        for (int i = 0; i < 256; ++i) {
            int c = at(count + i);
            if (c < 0 || c == '\n') {
                return c >= 0 || i > 0;
            }
        }
        return true;
    }

    /** Goes on behind so many characters. */
    void pass(int count) {
        use(count);
    }

    /** Where the next word begins. */
    private int wordStart() {
        if (patterns != null && patterns.delimiter() != null) {
            return patterns.start();
        }
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
        if (patterns != null && patterns.delimiter() != null) {
            int end = patterns.end(from);
            return end < 0 ? null : text.substring(start + from, start + end);
        }
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

    private Patterns patterns() {
        if (patterns == null) {
            patterns = new Tokens(this);
        }
        return patterns;
    }

    /** What separates words. */
    public Pattern delimiter() {
        Object delimiter = patterns == null ? null : patterns.delimiter();
        return delimiter == null ? Pattern.compile("\\p{javaWhitespace}+") : (Pattern) delimiter;
    }

    /** Sets what separates words. */
    public Scanner useDelimiter(Pattern pattern) {
        patterns().delimit(pattern);
        return this;
    }

    /** Sets what separates words. */
    public Scanner useDelimiter(String pattern) {
        return useDelimiter(Pattern.compile(pattern));
    }

    /** Separates words by white space, and reads numbers to the base of ten. */
    public Scanner reset() {
        patterns = null;
        radix = 10;
        return this;
    }

    /** The base of numbers. */
    public int radix() {
        return radix;
    }

    /** Sets the base of whole numbers. */
    public Scanner useRadix(int newRadix) {
        checkRadix(newRadix);
        radix = newRadix;
        return this;
    }

    private static void checkRadix(int radix) {
        if (radix < Character.MIN_RADIX || radix > Character.MAX_RADIX) {
            throw new IllegalArgumentException("radix:" + radix);
        }
    }

    /** Whether the next word matches a pattern. */
    public boolean hasNext(Pattern pattern) {
        String word = look();
        return patterns().matches(Objects.requireNonNull(pattern), word == null ? "" : word) && word != null;
    }

    /** Whether the next word matches a pattern. */
    public boolean hasNext(String pattern) {
        return hasNext(Pattern.compile(pattern));
    }

    /** The next word, which has to match a pattern. */
    public String next(Pattern pattern) {
        String word = lookForWord();
        if (!patterns().matches(Objects.requireNonNull(pattern), word)) {
            throw new InputMismatchException();
        }
        useWord(word);
        return word;
    }

    /** The next word, which has to match a pattern. */
    public String next(String pattern) {
        return next(Pattern.compile(pattern));
    }

    /** Looks for a pattern within so many characters, or without limit if that is 0; null if there is none. */
    public String findWithinHorizon(Pattern pattern, int horizon) {
        checkOpen();
        if (horizon < 0) {
            throw new IllegalArgumentException("horizon < 0");
        }
        return patterns().find(Objects.requireNonNull(pattern), horizon, false);
    }

    /** Looks for a pattern within so many characters, or without limit if that is 0; null if there is none. */
    public String findWithinHorizon(String pattern, int horizon) {
        return findWithinHorizon(Pattern.compile(pattern), horizon);
    }

    /** Looks for a pattern in what is left of the line; null if there is none. */
    public String findInLine(Pattern pattern) {
        checkOpen();
        Objects.requireNonNull(pattern);
        int length = 0;
        for (int c = at(0); c >= 0 && c != '\n' && c != '\r' && c != '\u2028' && c != '\u2029' && c != '\u0085';) {
            c = at(++length);
        }
        return length == 0 ? null : patterns().find(pattern, length, false);
    }

    /** Looks for a pattern in what is left of the line; null if there is none. */
    public String findInLine(String pattern) {
        return findInLine(Pattern.compile(pattern));
    }

    /** Goes behind a pattern that has to be next. */
    public Scanner skip(Pattern pattern) {
        checkOpen();
        if (patterns().find(Objects.requireNonNull(pattern), 0, true) == null) {
            throw new NoSuchElementException();
        }
        return this;
    }

    /** Goes behind a pattern that has to be next. */
    public Scanner skip(String pattern) {
        return skip(Pattern.compile(pattern));
    }

    /** The last match of a pattern. */
    public MatchResult match() {
        return (MatchResult) patterns().last();
    }

    /** All words that are left. */
    public Stream<String> tokens() {
        ArrayList<String> words = new ArrayList<String>();
        while (hasNext()) {
            words.add(next());
        }
        return words.stream();
    }

    /** All matches of a pattern in what is left. */
    public Stream<MatchResult> findAll(Pattern pattern) {
        ArrayList<MatchResult> all = new ArrayList<MatchResult>();
        while (findWithinHorizon(pattern, 0) != null) {
            all.add(match());
        }
        return all.stream();
    }

    /** All matches of a pattern in what is left. */
    public Stream<MatchResult> findAll(String pattern) {
        return findAll(Pattern.compile(pattern));
    }

    /** Whether a word is a whole number; groups of digits may have commas, as the locale writes them. */
    private static String digits(String word, int radix) {
        checkRadix(radix);
        if (word == null || word.isEmpty()) {
            return null;
        }
        StringBuilder digits = new StringBuilder();
        int first = word.charAt(0) == '-' || word.charAt(0) == '+' ? 1 : 0;
        int comma = word.indexOf(',');
        for (int i = 0; i < word.length(); ++i) {
            char c = word.charAt(i);
            if (i < first) {
                digits.append(c);
            } else if (c == ',') {
                int before = i - first;
                if (before == 0 || comma - first > 3 || (i - comma & 3) != 0 || (word.length() - i & 3) != 0) {
                    return null;
                }
            } else if (Character.digit(c, Math.max(radix, 10)) < 0) {
                // Decimal digits that are none in a smaller radix make a number that is wrong.
                return null;
            } else {
                digits.append(c);
            }
        }
        return digits.length() == 0 || word.length() == first ? null : digits.toString();
    }

    /** A word without commas, if it is a decimal number whose whole part may have some; null if it is none. */
    private static String decimal(String word) {
        if (word != null && word.indexOf(',') >= 0) {
            int end = 0;
            while (end < word.length() && ".eE".indexOf(word.charAt(end)) < 0) {
                ++end;
            }
            String whole = digits(word.substring(0, end), 10);
            word = whole == null ? null : whole + word.substring(end);
        }
        return isDecimal(word) ? word : null;
    }

    private static boolean isDecimal(String word) {
        if (word == null || word.isEmpty()) {
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
            throw new InputMismatchException();
        }
        return digits;
    }

    private static boolean fits(String digits, int radix, int bits) {
        try {
            return digits != null && new BigInteger(digits, radix).bitLength() < bits;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /** Whether the next word is an int. */
    public boolean hasNextInt() {
        return hasNextInt(radix);
    }

    /** Whether the next word is an int in a radix. */
    public boolean hasNextInt(int radix) {
        return fits(digits(look(), radix), radix, 32);
    }

    /** The next word as an int. */
    public int nextInt() {
        return nextInt(radix);
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
        return hasNextLong(radix);
    }

    /** Whether the next word is a long in a radix. */
    public boolean hasNextLong(int radix) {
        return fits(digits(look(), radix), radix, 64);
    }

    /** The next word as a long. */
    public long nextLong() {
        return nextLong(radix);
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
        return hasNextShort(radix);
    }

    /** Whether the next word is a short in a radix. */
    public boolean hasNextShort(int radix) {
        return fits(digits(look(), radix), radix, 16);
    }

    /** The next word as a short. */
    public short nextShort() {
        return nextShort(radix);
    }

    /** The next word as a short in a radix. */
    public short nextShort(int radix) {
        String word = lookForWord();
        try {
            short value = Short.parseShort(lookForWhole(radix), radix);
            useWord(word);
            return value;
        } catch (NumberFormatException e) {
            throw new InputMismatchException(e.getMessage());
        }
    }

    /** Whether the next word is a byte. */
    public boolean hasNextByte() {
        return hasNextByte(radix);
    }

    /** Whether the next word is a byte in a radix. */
    public boolean hasNextByte(int radix) {
        return fits(digits(look(), radix), radix, 8);
    }

    /** The next word as a byte. */
    public byte nextByte() {
        return nextByte(radix);
    }

    /** The next word as a byte in a radix. */
    public byte nextByte(int radix) {
        String word = lookForWord();
        try {
            byte value = Byte.parseByte(lookForWhole(radix), radix);
            useWord(word);
            return value;
        } catch (NumberFormatException e) {
            throw new InputMismatchException(e.getMessage());
        }
    }

    private String lookForDecimal() {
        String number = decimal(lookForWord());
        if (number == null) {
            throw new InputMismatchException();
        }
        return number;
    }

    /** Whether the next word is a double. */
    public boolean hasNextDouble() {
        return decimal(look()) != null;
    }

    /** The next word as a double. */
    public double nextDouble() {
        double value = Double.parseDouble(lookForDecimal());
        useWord(look());
        return value;
    }

    /** Whether the next word is a float. */
    public boolean hasNextFloat() {
        return decimal(look()) != null;
    }

    /** The next word as a float. */
    public float nextFloat() {
        float value = Float.parseFloat(lookForDecimal());
        useWord(look());
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
            throw new InputMismatchException();
        }
        useWord(word);
        return word.equalsIgnoreCase("true");
    }

    /** Whether the next word is a whole number. */
    public boolean hasNextBigInteger() {
        return hasNextBigInteger(radix);
    }

    /** Whether the next word is a whole number in a radix. */
    public boolean hasNextBigInteger(int radix) {
        return fits(digits(look(), radix), radix, Integer.MAX_VALUE);
    }

    /** The next word as a whole number. */
    public BigInteger nextBigInteger() {
        return nextBigInteger(radix);
    }

    /** The next word as a whole number in a radix. */
    public BigInteger nextBigInteger(int radix) {
        String word = lookForWord();
        try {
            BigInteger value = new BigInteger(lookForWhole(radix), radix);
            useWord(word);
            return value;
        } catch (NumberFormatException e) {
            throw new InputMismatchException(e.getMessage());
        }
    }

    /** Whether the next word is a decimal number. */
    public boolean hasNextBigDecimal() {
        String word = decimal(look());
        return word != null && !word.endsWith("N") && !word.endsWith("y");
    }

    /** The next word as a decimal number. */
    public BigDecimal nextBigDecimal() {
        String word = lookForDecimal();
        if (!hasNextBigDecimal()) {
            throw new InputMismatchException();
        }
        BigDecimal value = new BigDecimal(word);
        useWord(look());
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
