package java.io;

/** Gives the bytes of another stream. */
public class FilterInputStream extends InputStream {

    /** The other stream. */
    protected volatile InputStream in;

    /** Gives the bytes of a stream. */
    protected FilterInputStream(InputStream in) {
        this.in = in;
    }

    @Override
    public int read() throws IOException {
        return in.read();
    }

    @Override
    public int read(byte[] bytes, int offset, int count) throws IOException {
        return in.read(bytes, offset, count);
    }

    @Override
    public long skip(long n) throws IOException {
        return in.skip(n);
    }

    @Override
    public int available() throws IOException {
        return in.available();
    }

    @Override
    public boolean markSupported() {
        return in.markSupported();
    }

    @Override
    public void mark(int limit) {
        in.mark(limit);
    }

    @Override
    public void reset() throws IOException {
        in.reset();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
