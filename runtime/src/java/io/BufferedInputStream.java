package java.io;

import java.util.Arrays;

/** Takes many bytes at once from another stream, and can go back to a mark. */
public class BufferedInputStream extends FilterInputStream {

    private byte[] buffer;
    private int next;
    private int end;

    /** Index of the mark, or -1. */
    private int marked = -1;
    private int markLimit;

    /** With room for some bytes. */
    public BufferedInputStream(InputStream in) {
        this(in, 512);
    }

    /** With room for a number of bytes. */
    public BufferedInputStream(InputStream in, int size) {
        super(in);
        if (size <= 0) {
            throw new IllegalArgumentException("Buffer size <= 0");
        }
        buffer = new byte[size];
    }

    /** Gets more bytes, if there are none left; keeps those behind the mark. */
    private boolean fill() throws IOException {
        if (next < end) {
            return true;
        }
        if (marked >= 0 && end - marked >= markLimit && end == buffer.length) {
            marked = -1;
        }
        if (marked < 0) {
            end = 0;
        } else if (end == buffer.length) {
            if (marked > 0) {
                System.arraycopy(buffer, marked, buffer, 0, end - marked);
                end -= marked;
                marked = 0;
            } else {
                buffer = Arrays.copyOf(buffer, end << 1);
            }
        }
        next = end;
        int n = in.read(buffer, end, buffer.length - end);
        end += n > 0 ? n : 0;
        return n > 0;
    }

    @Override
    public synchronized int read() throws IOException {
        return fill() ? buffer[next++] & 0xff : -1;
    }

    @Override
    public synchronized int read(byte[] bytes, int offset, int count) throws IOException {
        if (count == 0) {
            return 0;
        }
        int n = 0;
        while (n < count && (next < end || n == 0 || in.available() > 0)) {
            if (!fill()) {
                break;
            }
            int part = Math.min(count - n, end - next);
            System.arraycopy(buffer, next, bytes, offset + n, part);
            next += part;
            n += part;
        }
        return n == 0 ? -1 : n;
    }

    @Override
    public synchronized long skip(long n) throws IOException {
        if (n <= 0 || !fill()) {
            return 0;
        }
        int part = (int) Math.min(n, end - next);
        next += part;
        return part;
    }

    @Override
    public synchronized int available() throws IOException {
        return end - next + in.available();
    }

    @Override
    public boolean markSupported() {
        return true;
    }

    @Override
    public synchronized void mark(int limit) {
        marked = next;
        markLimit = limit;
    }

    @Override
    public synchronized void reset() throws IOException {
        if (marked < 0) {
            throw new IOException("Resetting to invalid mark");
        }
        next = marked;
    }
}
