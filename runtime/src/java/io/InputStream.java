package java.io;

/** Something that gives bytes. */
public abstract class InputStream implements Closeable {

    /** The next byte, or -1 at the end. */
    public abstract int read() throws IOException;

    /** Reads into an array; gives the number of bytes, or -1 at the end. */
    public int read(byte[] bytes) throws IOException {
        return read(bytes, 0, bytes.length);
    }

    /** Waits for one byte, then reads what is there; gives the number of bytes, or -1 at the end. */
    public int read(byte[] bytes, int offset, int count) throws IOException {
        if (count == 0) {
            return 0;
        }
        int b = read();
        if (b < 0) {
            return -1;
        }
        bytes[offset] = (byte) b;
        int n = 1;
        while (n < count && available() > 0) {
            b = read();
            if (b < 0) {
                break;
            }
            bytes[offset + n++] = (byte) b;
        }
        return n;
    }

    /** Bytes that are there without waiting. */
    public int available() throws IOException {
        return 0;
    }

    @Override
    public void close() throws IOException {
    }
}
