package java.io;

import java.util.Objects;

/** Collects characters and passes them on together. */
public class BufferedWriter extends Writer {

    private Writer out;
    private final char[] buffer;
    private int count;

    /** With room for some characters. */
    public BufferedWriter(Writer out) {
        this(out, 512);
    }

    /** With room for a number of characters. */
    public BufferedWriter(Writer out, int size) {
        super(out);
        if (size <= 0) {
            throw new IllegalArgumentException("Buffer size <= 0");
        }
        this.out = out;
        buffer = new char[size];
    }

    private void empty() throws IOException {
        if (out == null) {
            throw new IOException("Stream closed");
        }
        if (count > 0) {
            out.write(buffer, 0, count);
            count = 0;
        }
    }

    @Override
    public void write(int c) throws IOException {
        if (count == buffer.length || out == null) {
            empty();
        }
        buffer[count++] = (char) c;
    }

    @Override
    public void write(char[] characters, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, characters.length);
        if (length > buffer.length - count || out == null) {
            empty();
        }
        if (length >= buffer.length) {
            out.write(characters, offset, length);
        } else {
            System.arraycopy(characters, offset, buffer, count, length);
            count += length;
        }
    }

    /** Ends the line. */
    public void newLine() throws IOException {
        write('\n');
    }

    @Override
    public void flush() throws IOException {
        empty();
        out.flush();
    }

    @Override
    public void close() throws IOException {
        if (out != null) {
            try {
                empty();
            } finally {
                out.close();
                out = null;
            }
        }
    }
}
