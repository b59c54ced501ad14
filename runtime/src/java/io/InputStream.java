package java.io;

import java.util.Arrays;

/** Something that gives bytes. */
public abstract class InputStream implements Closeable {

    /** For subclasses. */
    public InputStream() {
    }

    /** A stream without bytes. */
    public static InputStream nullInputStream() {
        return new ByteArrayInputStream(new byte[0]);
    }

    /** The next byte, or -1 at the end. */
    public abstract int read() throws IOException;

    /** Reads into an array; gives the number of bytes, or -1 at the end. */
    public int read(byte[] bytes) throws IOException {
        return read(bytes, 0, bytes.length);
    }

    /** Waits for one byte, then reads what is there; gives the number of bytes, or -1 at the end. */
    public int read(byte[] bytes, int offset, int count) throws IOException {
        if (offset < 0 || count < 0 || count > bytes.length - offset) {
            throw new IndexOutOfBoundsException();
        }
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

    /** Reads until an array is full or the end is reached; gives the number of bytes. */
    public int readNBytes(byte[] bytes, int offset, int count) throws IOException {
        int n = 0;
        while (n < count) {
            int more = read(bytes, offset + n, count - n);
            if (more < 0) {
                break;
            }
            n += more;
        }
        return n;
    }

    /** A number of bytes, fewer if the end is reached. */
    public byte[] readNBytes(int count) throws IOException {
        byte[] bytes = new byte[Math.min(count, 64)];
        int n = 0;
        while (n < count) {
            if (n == bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.min(n << 1, count));
            }
            int more = read(bytes, n, bytes.length - n);
            if (more < 0) {
                break;
            }
            n += more;
        }
        return Arrays.copyOf(bytes, n);
    }

    /** All bytes up to the end. */
    public byte[] readAllBytes() throws IOException {
        return readNBytes(Integer.MAX_VALUE);
    }

    /** Reads bytes and forgets them; gives their number. */
    public long skip(long n) throws IOException {
        long skipped = 0;
        while (skipped < n && read() >= 0) {
            ++skipped;
        }
        return skipped;
    }

    /** Reads a number of bytes and forgets them. */
    public void skipNBytes(long n) throws IOException {
        for (; n > 0; --n) {
            if (read() < 0) {
                throw new EOFException();
            }
        }
    }

    /** Passes all bytes on to another stream; gives their number. */
    public long transferTo(OutputStream out) throws IOException {
        long count = 0;
        for (int b = read(); b >= 0; b = read()) {
            out.write(b);
            ++count;
        }
        return count;
    }

    /** Bytes that are there without waiting. */
    public int available() throws IOException {
        return 0;
    }

    /** Whether reset works. */
    public boolean markSupported() {
        return false;
    }

    /** Remembers the place. */
    public void mark(int limit) {
    }

    /** Goes back to the place that was marked. */
    public void reset() throws IOException {
        throw new IOException("mark/reset not supported");
    }

    @Override
    public void close() throws IOException {
    }
}
