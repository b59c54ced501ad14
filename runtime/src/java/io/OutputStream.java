package java.io;

/** Something that takes bytes. */
public abstract class OutputStream implements Closeable, Flushable {

    /** For subclasses. */
    public OutputStream() {
    }

    /** A stream that forgets all. */
    public static OutputStream nullOutputStream() {
        return new OutputStream() {
            @Override
            public void write(int b) {
            }

            @Override
            public void write(byte[] bytes, int offset, int count) {
                java.util.Objects.checkFromIndexSize(offset, count, bytes.length);
            }
        };
    }

    /** Writes one byte. */
    public abstract void write(int b) throws IOException;

    /** Writes the bytes of an array. */
    public void write(byte[] bytes) throws IOException {
        write(bytes, 0, bytes.length);
    }

    /** Writes some bytes of an array. */
    public void write(byte[] bytes, int offset, int count) throws IOException {
        if (offset < 0 || count < 0 || count > bytes.length - offset) {
            throw new IndexOutOfBoundsException(
                    "Range [" + offset + ", " + offset + " + " + count + ") out of bounds for length " + bytes.length);
        }
        for (int i = 0; i < count; ++i) {
            write(bytes[offset + i]);
        }
    }

    @Override
    public void flush() throws IOException {
    }

    @Override
    public void close() throws IOException {
    }
}
