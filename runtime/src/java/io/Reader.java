package java.io;

/** Something that gives characters. */
public abstract class Reader implements Readable, Closeable {

    /** What calls that must not be disturbed lock. */
    protected Object lock;

    /** For subclasses. */
    protected Reader() {
        lock = this;
    }

    /** For subclasses that lock something else. */
    protected Reader(Object lock) {
        if (lock == null) {
            throw new NullPointerException();
        }
        this.lock = lock;
    }

    /** A reader without characters. */
    public static Reader nullReader() {
        return new StringReader("");
    }

    /** The next character, or -1 at the end. */
    public int read() throws IOException {
        char[] one = new char[1];
        return read(one, 0, 1) < 0 ? -1 : one[0];
    }

    /** Reads into an array; gives the number of characters, or -1 at the end. */
    public int read(char[] characters) throws IOException {
        return read(characters, 0, characters.length);
    }

    /** Reads into part of an array; gives the number of characters, or -1 at the end. */
    public abstract int read(char[] characters, int offset, int count) throws IOException;

    /** Reads characters and forgets them; gives their number. */
    public long skip(long n) throws IOException {
        if (n < 0) {
            throw new IllegalArgumentException("skip value is negative");
        }
        long skipped = 0;
        while (skipped < n && read() >= 0) {
            ++skipped;
        }
        return skipped;
    }

    /** Whether the next read does not wait. */
    public boolean ready() throws IOException {
        return false;
    }

    /** Whether reset works. */
    public boolean markSupported() {
        return false;
    }

    /** Remembers the place. */
    public void mark(int limit) throws IOException {
        throw new IOException("mark() not supported");
    }

    /** Goes back to the place that was marked. */
    public void reset() throws IOException {
        throw new IOException("reset() not supported");
    }

    /** Passes all characters on to a writer; gives their number. */
    public long transferTo(Writer out) throws IOException {
        long count = 0;
        for (int c = read(); c >= 0; c = read()) {
            out.write(c);
            ++count;
        }
        return count;
    }

    @Override
    public abstract void close() throws IOException;
}
