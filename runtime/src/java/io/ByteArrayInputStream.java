package java.io;

import java.util.Arrays;
import java.util.Objects;

/** Gives the bytes of an array. */
public class ByteArrayInputStream extends InputStream {

    /** The bytes. */
    protected byte[] buf;

    /** Index of the next byte. */
    protected int pos;

    /** Index to which reset goes back. */
    protected int mark;

    /** Index behind the last byte. */
    protected int count;

    /** The bytes of an array. */
    public ByteArrayInputStream(byte[] bytes) {
        buf = bytes;
        count = bytes.length;
    }

    /** Some bytes of an array. */
    public ByteArrayInputStream(byte[] bytes, int offset, int length) {
        buf = bytes;
        pos = offset;
        mark = offset;
        count = Math.min(offset + length, bytes.length);
    }

    @Override
    public synchronized int read() {
        return pos < count ? buf[pos++] & 0xff : -1;
    }

    @Override
    public synchronized int read(byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        if (pos >= count) {
            return -1;
        }
        int n = Math.min(length, count - pos);
        System.arraycopy(buf, pos, bytes, offset, n);
        pos += n;
        return n;
    }

    @Override
    public synchronized byte[] readAllBytes() {
        byte[] rest = Arrays.copyOfRange(buf, pos, count);
        pos = count;
        return rest;
    }

    @Override
    public synchronized long skip(long n) {
        long skipped = Math.max(0, Math.min(n, count - pos));
        pos += (int) skipped;
        return skipped;
    }

    @Override
    public synchronized int available() {
        return count - pos;
    }

    @Override
    public boolean markSupported() {
        return true;
    }

    @Override
    public void mark(int limit) {
        mark = pos;
    }

    @Override
    public synchronized void reset() {
        pos = mark;
    }

    @Override
    public void close() throws IOException {
    }
}
