package java.io;

import com.jopdesign.sys.Const;
import com.jopdesign.sys.FormatStart;
import com.jopdesign.sys.Native;
import com.jopdesign.sys.ObjectSupport;
import com.jopdesign.sys.Output;
import java.nio.charset.Charset;
import java.util.IllegalFormatException;
import java.util.Locale;

/**
 * Texts as UTF-8, to a device or to another stream.
 *
 * <p>Printing is what programs do most, with little stack to spare: a text takes one call below print, and
 * neither strings nor ints are copied to new objects. A line goes to a device under the monitor of the stream, so that
 * threads do not mix their lines.
 */
public class PrintStream extends OutputStream implements Appendable {

    /** Address of the device, or 0 for a stream. */
    private final int device;

    private final OutputStream out;

    /** Text of a number; the digits end at the end. */
    private final char[] digits = new char[12];

    private boolean trouble;

    /** Prints to another stream. */
    public PrintStream(OutputStream out) {
        if (out == null) {
            throw new NullPointerException("Null output stream");
        }
        this.out = out;
        device = 0;
    }

    /** Prints to another stream, which keeps nothing back. */
    public PrintStream(OutputStream out, boolean autoFlush) {
        this(out);
    }

    /** Prints to another stream, as UTF-8, whatever is asked for. */
    public PrintStream(OutputStream out, boolean autoFlush, String set) throws UnsupportedEncodingException {
        this(out);
        Charset.find(set);
    }

    private PrintStream(int device) {
        this.device = device;
        out = null;
    }

    /** A stream to one of the devices of {@link Const}. */
    public static PrintStream ofDevice(int device) {
        return new PrintStream(device);
    }

    @Override
    public void write(int b) {
        if (device == 0) {
            try {
                out.write(b);
            } catch (IOException e) {
                trouble = true;
            }
            return;
        }
        Output.put(b & 0xff, device);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) {
        for (int i = 0; i < count; ++i) {
            write(bytes[offset + i]);
        }
    }

    /** Prints characters; the array is a char[] seen as words. */
    private void put(int[] text, int i, int end) {
        if (device != Const.IO_UART) {
            while (i < end) {
                int c = text[i];
                if (c < 0x80) {
                    write(c);
                    ++i;
                } else {
                    i = putWide(text, i, end);
                }
            }
            return;
        }
        while (i < end) {
            int c = text[i];
            if (c < 0x80) {
                Output.put(c, Const.IO_UART);
                ++i;
            } else {
                i = putWide(text, i, end);
            }
        }
    }

    /** Prints one character of several bytes; gives the index behind it. */
    private int putWide(int[] text, int i, int end) {
        int c = text[i++];
        if (c >= 0xd800 && c < 0xe000) {
            if (c >= 0xdc00 || i == end || text[i] < 0xdc00 || text[i] >= 0xe000) {
                // Half a character.
                write('?');
                return i;
            }
            c = 0x10000 + (c - 0xd800 << 10) + (text[i++] - 0xdc00);
            write(0xf0 | c >> 18);
            write(0x80 | c >> 12 & 0x3f);
            write(0x80 | c >> 6 & 0x3f);
        } else if (c >= 0x800) {
            write(0xe0 | c >> 12);
            write(0x80 | c >> 6 & 0x3f);
        } else {
            write(0xc0 | c >> 6);
        }
        write(0x80 | c & 0x3f);
        return i;
    }

    /** The characters of a string as words: the array is its first field. */
    private static int[] characters(String text) {
        return Native.toIntArray(Native.getField(Native.toInt(text), 0));
    }

    /** Prints a string, "null" for null. */
    public void print(String text) {
        int[] characters = characters(text == null ? "null" : text);
        put(characters, 0, characters.length);
    }

    /** Prints a string and ends the line. */
    public void println(String text) {
        int[] characters = characters(text == null ? "null" : text);
        if (device == 0) {
            // The other stream may throw: no monitor around it.
            put(characters, 0, characters.length);
            write('\n');
        } else {
            Native.lock(Native.toInt(this));
            put(characters, 0, characters.length);
            write('\n');
            Native.unlock(Native.toInt(this));
        }
    }

    /** Prints decimal text. */
    public void print(int number) {
        if (device == 0) {
            print(Integer.toString(number));
        } else {
            Native.lock(Native.toInt(this));
            int start = Integer.write(number, digits, 12);
            put(Native.toIntArray(Native.toInt(digits)), start, 12);
            Native.unlock(Native.toInt(this));
        }
    }

    /** Prints decimal text and ends the line. */
    public void println(int number) {
        if (device == 0) {
            println(Integer.toString(number));
        } else {
            Native.lock(Native.toInt(this));
            int start = Integer.write(number, digits, 12);
            put(Native.toIntArray(Native.toInt(digits)), start, 12);
            write('\n');
            Native.unlock(Native.toInt(this));
        }
    }

    /** Prints one character. */
    public void print(char character) {
        if (character < 0x80) {
            write(character);
        } else {
            print(String.valueOf(character));
        }
    }

    /** Prints one character and ends the line. */
    public void println(char character) {
        if (character < 0x80) {
            write(character);
            write('\n');
        } else {
            println(String.valueOf(character));
        }
    }

    /** Prints "true" or "false". */
    public void print(boolean value) {
        print(value ? "true" : "false");
    }

    /** Prints "true" or "false" and ends the line. */
    public void println(boolean value) {
        println(value ? "true" : "false");
    }

    /** Prints decimal text. */
    public void print(long number) {
        print(Long.toString(number));
    }

    /** Prints decimal text and ends the line. */
    public void println(long number) {
        println(Long.toString(number));
    }

    /** Prints decimal text. */
    public void print(float number) {
        print(Float.toString(number));
    }

    /** Prints decimal text and ends the line. */
    public void println(float number) {
        println(Float.toString(number));
    }

    /** Prints decimal text. */
    public void print(double number) {
        print(Double.toString(number));
    }

    /** Prints decimal text and ends the line. */
    public void println(double number) {
        println(Double.toString(number));
    }

    /** Prints the characters of an array. */
    public void print(char[] characters) {
        put(Native.toIntArray(Native.toInt(characters)), 0, characters.length);
    }

    /** Prints the characters of an array and ends the line. */
    public void println(char[] characters) {
        println(String.valueOf(characters));
    }

    /** Prints the text of an object. */
    public void print(Object object) {
        print(object == null ? "null" : ObjectSupport.isArray(object) ? ObjectSupport.toString(object) : object.toString());
    }

    /** Prints the text of an object and ends the line. */
    public void println(Object object) {
        // No String.valueOf, which would be one more call below the object's own method.
        println(object == null ? "null" : ObjectSupport.isArray(object) ? ObjectSupport.toString(object) : object.toString());
    }

    /** Ends the line. */
    public void println() {
        write('\n');
    }

    /** Prints a format with the texts of arguments in it. */
    public PrintStream printf(String format, Object... arguments) {
        try {
            print(String.format(format, arguments));
        } catch (IllegalFormatException e) {
            print(FormatStart.before(e));
            throw e;
        }
        return this;
    }

    /** Prints a format with the texts of arguments in it. */
    public PrintStream format(String format, Object... arguments) {
        return printf(format, arguments);
    }

    /** As without a locale. */
    public PrintStream printf(Locale locale, String format, Object... arguments) {
        return printf(format, arguments);
    }

    /** As without a locale. */
    public PrintStream format(Locale locale, String format, Object... arguments) {
        return printf(format, arguments);
    }

    @Override
    public PrintStream append(CharSequence text, int start, int end) {
        return append(String.valueOf(text).subSequence(start, end));
    }

    @Override
    public PrintStream append(CharSequence text) {
        print(String.valueOf(text));
        return this;
    }

    @Override
    public PrintStream append(char character) {
        print(character);
        return this;
    }

    @Override
    public void flush() {
        if (out != null) {
            try {
                out.flush();
            } catch (IOException e) {
                trouble = true;
            }
        }
    }

    @Override
    public void close() {
        if (out != null) {
            try {
                out.close();
            } catch (IOException e) {
                trouble = true;
            }
        }
    }

    /** Writes all bytes of an array. */
    public void writeBytes(byte[] bytes) {
        write(bytes, 0, bytes.length);
    }

    @Override
    public void write(byte[] bytes) throws IOException {
        writeBytes(bytes);
    }

    /** Remembers a failure. */
    protected void setError() {
        trouble = true;
    }

    /** Forgets failures. */
    protected void clearError() {
        trouble = false;
    }

    /** Whether the other stream failed. */
    public boolean checkError() {
        flush();
        return trouble;
    }
}
