package java.util;

/** Parts a text at separators. */
public class StringTokenizer implements Enumeration<Object> {

    private final String text;
    private String separators;
    private final boolean separatorsToo;
    private int next;

    /** Parts a text at white space. */
    public StringTokenizer(String text) {
        this(text, " \t\n\r\f");
    }

    /** Parts a text at some characters. */
    public StringTokenizer(String text, String separators) {
        this(text, separators, false);
    }

    /** Parts a text at some characters, which are parts themselves if asked for. */
    public StringTokenizer(String text, String separators, boolean separatorsToo) {
        this.text = Objects.requireNonNull(text);
        this.separators = separators;
        this.separatorsToo = separatorsToo;
    }

    private boolean separates(int index) {
        return separators.indexOf(text.charAt(index)) >= 0;
    }

    /** The first place from one on that belongs to a part. */
    private int start(int from) {
        while (!separatorsToo && from < text.length() && separates(from)) {
            ++from;
        }
        return from;
    }

    private int end(int from) {
        if (from < text.length() && separates(from)) {
            return from + 1;
        }
        while (from < text.length() && !separates(from)) {
            ++from;
        }
        return from;
    }

    /** Whether there is another part. */
    public boolean hasMoreTokens() {
        return start(next) < text.length();
    }

    /** The next part. */
    public String nextToken() {
        int from = start(next);
        if (from >= text.length()) {
            throw new NoSuchElementException();
        }
        next = end(from);
        return text.substring(from, next);
    }

    /** The next part, with other separators from now on. */
    public String nextToken(String newSeparators) {
        separators = newSeparators;
        return nextToken();
    }

    @Override
    public boolean hasMoreElements() {
        return hasMoreTokens();
    }

    @Override
    public Object nextElement() {
        return nextToken();
    }

    /** Number of parts that are left. */
    public int countTokens() {
        int count = 0;
        for (int i = start(next); i < text.length(); i = start(end(i))) {
            ++count;
        }
        return count;
    }
}
