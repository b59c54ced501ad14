package java.io;

import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Objects;

/** Keeps bytes in an array that grows. */
public class ByteArrayOutputStream extends OutputStream {

    /** The bytes, and room for more. */
    protected byte[] buf;

    /** Number of bytes. */
    protected int count;

    /** Without bytes. */
    public ByteArrayOutputStream() {
        this(32);
    }

    /** Without bytes, with room for a number of them. */
    public ByteArrayOutputStream(int size) {
        if (size < 0) {
            throw new IllegalArgumentException("Negative initial size: " + size);
        }
        buf = new byte[size];
    }

    private void reserve(int more) {
        if (count + more > buf.length) {
            int longer = buf.length << 1;
            buf = Arrays.copyOf(buf, longer < count + more ? count + more : longer);
        }
    }

    @Override
    public synchronized void write(int b) {
        reserve(1);
        buf[count++] = (byte) b;
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        reserve(length);
        System.arraycopy(bytes, offset, buf, count, length);
        count += length;
    }

    /** Writes all bytes of an array. */
    public void writeBytes(byte[] bytes) {
        write(bytes, 0, bytes.length);
    }

    /** Writes the bytes to another stream. */
    public synchronized void writeTo(OutputStream out) throws IOException {
        out.write(buf, 0, count);
    }

    /** Forgets the bytes. */
    public synchronized void reset() {
        count = 0;
    }

    /** Number of bytes. */
    public synchronized int size() {
        return count;
    }

    /** The bytes in a new array. */
    public synchronized byte[] toByteArray() {
        return Arrays.copyOf(buf, count);
    }

    @Override
    public synchronized String toString() {
        return new String(buf, 0, count);
    }

    /** The bytes as a text in a character set with a name. */
    public synchronized String toString(String set) throws UnsupportedEncodingException {
        return new String(buf, 0, count, set);
    }

    /** The bytes as a text in a character set. */
    public synchronized String toString(Charset set) {
        return new String(buf, 0, count, set);
    }

    @Override
    public void close() throws IOException {
    }
}
