package java.io;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Takes many characters at once from another reader, gives lines, and can go back to a mark. */
public class BufferedReader extends Reader {

    private Reader in;
    private char[] buffer;
    private int next;
    private int end;

    /** Index of the mark, or -1. */
    private int marked = -1;
    private int markLimit;

    /** A line ended with a carriage return: a line feed right behind it belongs to it. */
    private boolean afterReturn;

    /** With room for some characters. */
    public BufferedReader(Reader in) {
        this(in, 128);
    }

    /** With room for a number of characters. */
    public BufferedReader(Reader in, int size) {
        if (size <= 0) {
            throw new IllegalArgumentException("Buffer size <= 0");
        }
        this.in = Objects.requireNonNull(in);
        buffer = new char[size];
    }

    private boolean fill() throws IOException {
        if (in == null) {
            throw new IOException("Stream closed");
        }
        if (next < end) {
            return true;
        }
        if (marked >= 0 && next - marked > markLimit) {
            marked = -1;
        }
        if (marked < 0) {
            next = 0;
        } else {
            if (marked > 0) {
                System.arraycopy(buffer, marked, buffer, 0, end - marked);
            } else if (end == buffer.length) {
                buffer = Arrays.copyOf(buffer, end << 1);
            }
            next = end - marked;
            marked = 0;
        }
        int n = in.read(buffer, next, buffer.length - next);
        end = next + (n > 0 ? n : 0);
        return n > 0;
    }

    private void skipLineFeed() throws IOException {
        if (afterReturn && fill()) {
            afterReturn = false;
            if (buffer[next] == '\n') {
                ++next;
            }
        }
    }

    @Override
    public int read() throws IOException {
        skipLineFeed();
        return fill() ? buffer[next++] : -1;
    }

    @Override
    public int read(char[] characters, int offset, int count) throws IOException {
        Objects.checkFromIndexSize(offset, count, characters.length);
        if (count == 0) {
            return 0;
        }
        int n = 0;
        skipLineFeed();
        while (n < count && (next < end || n == 0 || in.ready()) && fill()) {
            int part = Math.min(count - n, end - next);
            System.arraycopy(buffer, next, characters, offset + n, part);
            next += part;
            n += part;
        }
        return n == 0 ? -1 : n;
    }

    /** The next line without its end, or null at the end of the input. */
    public String readLine() throws IOException {
        skipLineFeed();
        if (!fill()) {
            return null;
        }
        StringBuilder line = new StringBuilder();
        while (fill()) {
            int start = next;
            while (next < end && buffer[next] != '\n' && buffer[next] != '\r') {
                ++next;
            }
            line.append(buffer, start, next - start);
            if (next < end) {
                afterReturn = buffer[next++] == '\r';
                break;
            }
        }
        return line.toString();
    }

    @Override
    public boolean ready() throws IOException {
        skipLineFeed();
        return next < end || in.ready();
    }

    @Override
    public boolean markSupported() {
        return true;
    }

    @Override
    public void mark(int limit) throws IOException {
        if (limit < 0) {
            throw new IllegalArgumentException("Read-ahead limit < 0");
        }
        skipLineFeed();
        marked = next;
        markLimit = limit;
    }

    @Override
    public void reset() throws IOException {
        if (marked < 0) {
            throw new IOException("Mark invalid");
        }
        next = marked;
    }

    @Override
    public void close() throws IOException {
        if (in != null) {
            in.close();
            in = null;
        }
    }

    /** The lines as a stream. */
    public Stream<String> lines() {
        return Stream.generate(new Supplier<String>() {
            @Override
            public String get() {
                try {
                    return readLine();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }).takeWhile(new Predicate<String>() {
            @Override
            public boolean test(String line) {
                return line != null;
            }
        });
    }
}
