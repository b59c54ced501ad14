package java.io;

/** Something that takes characters. */
public abstract class Writer implements Appendable, Closeable, Flushable {

    /** What calls that must not be disturbed lock. */
    protected Object lock;

    /** For subclasses. */
    protected Writer() {
        lock = this;
    }

    /** For subclasses that lock something else. */
    protected Writer(Object lock) {
        if (lock == null) {
            throw new NullPointerException();
        }
        this.lock = lock;
    }

    /** A writer that forgets all. */
    public static Writer nullWriter() {
        return new StringWriter(0) {
            @Override
            public void write(String text, int offset, int count) {
                java.util.Objects.checkFromIndexSize(offset, count, text.length());
            }

            @Override
            public void write(char[] characters, int offset, int count) {
                java.util.Objects.checkFromIndexSize(offset, count, characters.length);
            }
        };
    }

    /** Writes one character. */
    public void write(int c) throws IOException {
        write(new char[] {(char) c}, 0, 1);
    }

    /** Writes the characters of an array. */
    public void write(char[] characters) throws IOException {
        write(characters, 0, characters.length);
    }

    /** Writes some characters of an array. */
    public abstract void write(char[] characters, int offset, int count) throws IOException;

    /** Writes a string. */
    public void write(String text) throws IOException {
        write(text, 0, text.length());
    }

    /** Writes part of a string. */
    public void write(String text, int offset, int count) throws IOException {
        char[] characters = new char[count];
        text.getChars(offset, offset + count, characters, 0);
        write(characters, 0, count);
    }

    @Override
    public Writer append(CharSequence text) throws IOException {
        write(String.valueOf(text));
        return this;
    }

    @Override
    public Writer append(CharSequence text, int start, int end) throws IOException {
        return append(String.valueOf(text).subSequence(start, end));
    }

    @Override
    public Writer append(char character) throws IOException {
        write(character);
        return this;
    }

    @Override
    public abstract void flush() throws IOException;

    @Override
    public abstract void close() throws IOException;
}
