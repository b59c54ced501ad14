package java.io;

import java.nio.charset.Charset;
import java.util.Objects;

/** Gives the characters of bytes: UTF-8, or one byte each. */
public class InputStreamReader extends Reader {

    private final InputStream in;
    private final Charset set;
    private final boolean wide;

    /** Second unit of a character, or 0. */
    private char waiting;

    /** Characters of UTF-8. */
    public InputStreamReader(InputStream in) {
        this(in, Charset.defaultCharset());
    }

    /** Characters of a character set. */
    public InputStreamReader(InputStream in, Charset set) {
        this.in = Objects.requireNonNull(in);
        this.set = set;
        wide = set.equals(Charset.defaultCharset());
    }

    /** Characters of a character set with a name. */
    public InputStreamReader(InputStream in, String set) throws UnsupportedEncodingException {
        this(in, Charset.find(set));
    }

    /** Name of the character set. */
    public String getEncoding() {
        return wide ? "UTF8" : set.name();
    }

    @Override
    public int read() throws IOException {
        if (waiting != 0) {
            char c = waiting;
            waiting = 0;
            return c;
        }
        int b = in.read();
        if (b < 0x80 || !wide) {
            return b < 0x80 || set.read(new byte[] {(byte) b}, 0, 1)[0] == b ? b : 0xfffd;
        }
        int more = b >= 0xf0 ? 3 : b >= 0xe0 ? 2 : 1;
        int c = b & 0x3f >> more;
        for (; more > 0; --more) {
            b = in.read();
            if (b < 0) {
                return 0xfffd;
            }
            c = c << 6 | b & 0x3f;
        }
        if (c >= 0x10000) {
            waiting = Character.lowSurrogate(c);
            return Character.highSurrogate(c);
        }
        return c;
    }

    @Override
    public int read(char[] characters, int offset, int count) throws IOException {
        Objects.checkFromIndexSize(offset, count, characters.length);
        int n = 0;
        while (n < count && (n == 0 || ready())) {
            int c = read();
            if (c < 0) {
                break;
            }
            characters[offset + n++] = (char) c;
        }
        return n == 0 && count > 0 ? -1 : n;
    }

    @Override
    public boolean ready() throws IOException {
        return waiting != 0 || in.available() > 0;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
