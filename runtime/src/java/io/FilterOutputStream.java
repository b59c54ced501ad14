package java.io;

/** Passes bytes on to another stream. */
public class FilterOutputStream extends OutputStream {

    /** The other stream. */
    protected OutputStream out;

    private boolean closed;

    /** Passes bytes on. */
    public FilterOutputStream(OutputStream out) {
        this.out = out;
    }

    @Override
    public void write(int b) throws IOException {
        out.write(b);
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }

    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            try {
                flush();
            } finally {
                out.close();
            }
        }
    }
}
