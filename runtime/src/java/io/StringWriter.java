package java.io;

/** Keeps characters. */
public class StringWriter extends Writer {

    private final StringBuffer buffer;

    /** Without characters. */
    public StringWriter() {
        buffer = new StringBuffer();
        lock = buffer;
    }

    /** Without characters, with room for a number of them. */
    public StringWriter(int size) {
        if (size < 0) {
            throw new IllegalArgumentException("Negative buffer size");
        }
        buffer = new StringBuffer(size);
        lock = buffer;
    }

    @Override
    public void write(int c) {
        buffer.append((char) c);
    }

    @Override
    public void write(char[] characters, int offset, int count) {
        java.util.Objects.checkFromIndexSize(offset, count, characters.length);
        buffer.append(characters, offset, count);
    }

    @Override
    public void write(String text) {
        buffer.append(text);
    }

    @Override
    public void write(String text, int offset, int count) {
        buffer.append(text, offset, offset + count);
    }

    @Override
    public StringWriter append(CharSequence text) {
        write(String.valueOf(text));
        return this;
    }

    @Override
    public StringWriter append(CharSequence text, int start, int end) {
        return append(String.valueOf(text).subSequence(start, end));
    }

    @Override
    public StringWriter append(char character) {
        write(character);
        return this;
    }

    /** The characters. */
    public StringBuffer getBuffer() {
        return buffer;
    }

    @Override
    public String toString() {
        return buffer.toString();
    }

    @Override
    public void flush() {
    }

    @Override
    public void close() throws IOException {
    }
}
