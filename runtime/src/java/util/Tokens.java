package java.util;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a {@link Scanner} does with patterns; a scanner without has none of this. */
final class Tokens implements Scanner.Patterns {

    private final Scanner scanner;

    /** What separates words; null for white space. */
    private Pattern delimiter;
    private MatchResult last;

    Tokens(Scanner scanner) {
        this.scanner = scanner;
    }

    @Override
    public void delimit(Object pattern) {
        delimiter = (Pattern) Objects.requireNonNull(pattern);
    }

    @Override
    public Object delimiter() {
        return delimiter;
    }

    @Override
    public int start() {
        while (true) {
            Matcher matcher = delimiter.matcher(scanner.unread());
            int end = matcher.lookingAt() ? matcher.end() : 0;
            if (!matcher.hitEnd() || !scanner.readMore()) {
                return end;
            }
        }
    }

    @Override
    public int end(int from) {
        while (true) {
            String text = scanner.unread();
            if (from == text.length()) {
                if (scanner.readMore()) {
                    continue;
                }
                return -1;
            }
            Matcher matcher = delimiter.matcher(text);
            boolean found = matcher.find(from);
            if (found && matcher.end() == from) {
                found = matcher.find();
            }
            if (found) {
                return matcher.start();
            }
            if (!scanner.readMore()) {
                return text.length();
            }
        }
    }

    @Override
    public boolean matches(Object pattern, String word) {
        Matcher matcher = ((Pattern) pattern).matcher(word);
        boolean all = matcher.matches();
        if (all) {
            last = matcher.toMatchResult();
        }
        return all;
    }

    /** Looks for a pattern within so many characters, or without limit if that is 0; the scanner goes behind it. */
    @Override
    public String find(Object pattern, int limit, boolean atOnce) {
        while (true) {
            String text = scanner.unread();
            int high = limit > 0 && limit < text.length() ? limit : text.length();
            boolean enough = limit > 0 && high == limit;
            Matcher matcher = ((Pattern) pattern).matcher(text).region(0, high);
            boolean found = atOnce ? matcher.lookingAt() : matcher.find();
            if (matcher.hitEnd() && !enough && scanner.readMore()) {
                continue;
            }
            if (!found) {
                last = null;
                return null;
            }
            last = matcher.toMatchResult();
            scanner.pass(matcher.end());
            return last.group();
        }
    }

    @Override
    public Object last() {
        if (last == null) {
            throw new IllegalStateException("No match result available");
        }
        return last;
    }
}
