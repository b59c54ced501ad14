package java.io;

import java.nio.charset.Charset;
import java.util.Objects;

/** Writes characters as bytes to a stream. */
public class OutputStreamWriter extends Writer {

    private final OutputStream out;
    private final Charset set;

    /** First unit of a character whose second one has not come, or 0. */
    private char waiting;

    /** As UTF-8. */
    public OutputStreamWriter(OutputStream out) {
        this(out, Charset.defaultCharset());
    }

    /** In a character set. */
    public OutputStreamWriter(OutputStream out, Charset set) {
        this.out = Objects.requireNonNull(out);
        this.set = Objects.requireNonNull(set);
    }

    /** In a character set with a name. */
    public OutputStreamWriter(OutputStream out, String set) throws UnsupportedEncodingException {
        this(out, Charset.find(set));
    }

    /** Name of the character set. */
    public String getEncoding() {
        return set.name().equals("UTF-8") ? "UTF8" : set.name();
    }

    @Override
    public void write(char[] characters, int offset, int count) throws IOException {
        Objects.checkFromIndexSize(offset, count, characters.length);
        if (count == 0) {
            return;
        }
        String text = new String(characters, offset, count);
        if (waiting != 0) {
            text = waiting + text;
            waiting = 0;
        }
        char last = text.charAt(text.length() - 1);
        if (Character.isHighSurrogate(last)) {
            waiting = last;
            text = text.substring(0, text.length() - 1);
        }
        out.write(set.write(text));
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }

    @Override
    public void close() throws IOException {
        if (waiting != 0) {
            waiting = 0;
            out.write('?');
        }
        out.close();
    }
}
