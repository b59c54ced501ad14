package java.io;

import java.util.Objects;

/** Gives the characters of a string. */
public class StringReader extends Reader {

    private String text;
    private int next;
    private int marked;

    /** The characters of a string. */
    public StringReader(String text) {
        this.text = Objects.requireNonNull(text);
    }

    private void check() throws IOException {
        if (text == null) {
            throw new IOException("Stream closed");
        }
    }

    @Override
    public int read() throws IOException {
        check();
        return next < text.length() ? text.charAt(next++) : -1;
    }

    @Override
    public int read(char[] characters, int offset, int count) throws IOException {
        check();
        Objects.checkFromIndexSize(offset, count, characters.length);
        if (count == 0) {
            return 0;
        }
        int n = Math.min(count, text.length() - next);
        if (n <= 0) {
            return -1;
        }
        text.getChars(next, next + n, characters, offset);
        next += n;
        return n;
    }

    @Override
    public long skip(long n) throws IOException {
        check();
        // Backwards, too, but not from the end.
        if (next >= text.length()) {
            return 0;
        }
        long distance = Math.max(-next, Math.min(text.length() - next, n));
        next += (int) distance;
        return distance;
    }

    @Override
    public boolean ready() throws IOException {
        check();
        return true;
    }

    @Override
    public boolean markSupported() {
        return true;
    }

    @Override
    public void mark(int limit) throws IOException {
        if (limit < 0) {
            throw new IllegalArgumentException("Read-ahead limit < 0");
        }
        check();
        marked = next;
    }

    @Override
    public void reset() throws IOException {
        check();
        next = marked;
    }

    @Override
    public void close() {
        text = null;
    }
}
