package java.util.regex;

import java.io.Serializable;
import java.util.Arrays;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A regular expression: characters, classes, groups, alternatives, quantifiers, references, looks ahead and behind. It is
 * searched for by going back from where it does not go on.
 */
public final class Pattern implements Serializable {

    /** Lines end with a line feed alone. */
    public static final int UNIX_LINES = 1;
    /** Upper and lower case are the same. */
    public static final int CASE_INSENSITIVE = 2;
    /** Blanks and comments mean nothing. */
    public static final int COMMENTS = 4;
    /** {@code ^} and {@code $} are those of each line. */
    public static final int MULTILINE = 8;
    /** The expression is plain text. */
    public static final int LITERAL = 16;
    /** A dot is an end of line, too. */
    public static final int DOTALL = 32;
    /** The same for letters beyond ASCII, here up to U+00FF. */
    public static final int UNICODE_CASE = 64;
    /** Refused here. */
    public static final int CANON_EQ = 128;
    /** Refused here. */
    public static final int UNICODE_CHARACTER_CLASS = 256;

    final Program program;
    private final String text;
    private final int flags;

    private Pattern(String text, int flags, Program program) {
        this.text = text;
        this.flags = flags;
        this.program = program;
    }

    /** The expression that a text is. */
    public static Pattern compile(String text) {
        return new Pattern(text, 0, Compiler.compile(text, 0));
    }

    /** The expression that a text is, with flags. */
    public static Pattern compile(String text, int flags) {
        return new Pattern(text, flags, Compiler.compile(text, flags));
    }

    /** Whether all of a text matches an expression. */
    public static boolean matches(String expression, CharSequence input) {
        return compile(expression).matcher(input).matches();
    }

    /** The expression of a text as it is. */
    public static String quote(String text) {
        StringBuilder quoted = new StringBuilder("\\Q");
        int start = 0;
        for (int end = text.indexOf("\\E"); end >= 0; end = text.indexOf("\\E", start)) {
            quoted.append(text, start, end).append("\\E\\\\E\\Q");
            start = end + 2;
        }
        return quoted.append(text, start, text.length()).append("\\E").toString();
    }

    /** A search in a text. */
    public Matcher matcher(CharSequence input) {
        return new Matcher(this, input);
    }

    /** The text of the expression. */
    public String pattern() {
        return text;
    }

    /** The flags. */
    public int flags() {
        return flags;
    }

    /** The parts of a text between matches, without empty ones at the end. */
    public String[] split(CharSequence input) {
        return split(input, 0);
    }

    /** The parts of a text between matches: at most so many if the limit is positive, all if it is negative. */
    public String[] split(CharSequence input, int limit) {
        String all = input.toString();
        Matcher matcher = matcher(all);
        String[] parts = new String[8];
        int count = 0;
        int start = 0;
        while ((limit <= 0 || count < limit - 1) && matcher.find()) {
            // A match of nothing parts nothing at the beginning.
            if (matcher.end() > 0) {
                if (count + 1 == parts.length) {
                    parts = Arrays.copyOf(parts, count << 1);
                }
                parts[count++] = all.substring(start, matcher.start());
                start = matcher.end();
            }
        }
        if (count == 0) {
            return new String[] {all};
        }
        parts[count++] = all.substring(start);
        while (limit == 0 && count > 0 && parts[count - 1].isEmpty()) {
            --count;
        }
        return Arrays.copyOf(parts, count);
    }

    /** The parts of a text between matches. */
    public Stream<String> splitAsStream(CharSequence input) {
        return Arrays.stream(split(input));
    }

    /** Whether a text has a match. */
    public Predicate<String> asPredicate() {
        return new Test(this, false);
    }

    /** Whether all of a text matches. */
    public Predicate<String> asMatchPredicate() {
        return new Test(this, true);
    }

    private static final class Test implements Predicate<String> {

        private final Pattern pattern;
        private final boolean whole;

        Test(Pattern pattern, boolean whole) {
            this.pattern = pattern;
            this.whole = whole;
        }

        @Override
        public boolean test(String text) {
            Matcher matcher = pattern.matcher(text);
            return whole ? matcher.matches() : matcher.find();
        }
    }

    @Override
    public String toString() {
        return text;
    }
}
