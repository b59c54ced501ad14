package java.io;

/** Collects bytes and passes them on together. */
public class BufferedOutputStream extends FilterOutputStream {

    /** The bytes. */
    protected byte[] buf;

    /** Number of bytes. */
    protected int count;

    /** With room for some bytes. */
    public BufferedOutputStream(OutputStream out) {
        this(out, 512);
    }

    /** With room for a number of bytes. */
    public BufferedOutputStream(OutputStream out, int size) {
        super(out);
        if (size <= 0) {
            throw new IllegalArgumentException("Buffer size <= 0");
        }
        buf = new byte[size];
    }

    private void empty() throws IOException {
        if (count > 0) {
            out.write(buf, 0, count);
            count = 0;
        }
    }

    @Override
    public synchronized void write(int b) throws IOException {
        if (count == buf.length) {
            empty();
        }
        buf[count++] = (byte) b;
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
        if (length > buf.length - count) {
            empty();
        }
        if (length >= buf.length) {
            out.write(bytes, offset, length);
        } else {
            System.arraycopy(bytes, offset, buf, count, length);
            count += length;
        }
    }

    @Override
    public synchronized void flush() throws IOException {
        empty();
        out.flush();
    }
}
