package java.io;

/** Something that takes bytes. */
public abstract class OutputStream implements Closeable, Flushable {

    /** Writes one byte. */
    public abstract void write(int b) throws IOException;

    /** Writes the bytes of an array. */
    public void write(byte[] bytes) throws IOException {
        write(bytes, 0, bytes.length);
    }

    /** Writes some bytes of an array. */
    public void write(byte[] bytes, int offset, int count) throws IOException {
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
