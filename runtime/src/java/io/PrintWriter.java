package java.io;

import com.jopdesign.sys.FormatStart;
import java.util.IllegalFormatException;
import java.util.Locale;

/** Texts of all kinds to a writer; failures are kept in mind instead of thrown. */
public class PrintWriter extends Writer {

    /** The other writer. */
    protected Writer out;

    private final boolean autoFlush;
    private boolean trouble;

    /** To a writer. */
    public PrintWriter(Writer out) {
        this(out, false);
    }

    /** To a writer, which println and printf flush if asked to. */
    public PrintWriter(Writer out, boolean autoFlush) {
        super(out);
        this.out = out;
        this.autoFlush = autoFlush;
    }

    /** To a stream, as UTF-8. */
    public PrintWriter(OutputStream out) {
        this(out, false);
    }

    /** To a stream, as UTF-8, which println and printf flush if asked to. */
    public PrintWriter(OutputStream out, boolean autoFlush) {
        this(new BufferedWriter(new OutputStreamWriter(out)), autoFlush);
    }

    @Override
    public void write(int c) {
        try {
            demand().write(c);
        } catch (IOException e) {
            trouble = true;
        }
    }

    private Writer demand() throws IOException {
        if (out == null) {
            throw new IOException("Stream closed");
        }
        return out;
    }

    @Override
    public void write(char[] characters, int offset, int count) {
        try {
            demand().write(characters, offset, count);
        } catch (IOException e) {
            trouble = true;
        }
    }

    @Override
    public void write(char[] characters) {
        write(characters, 0, characters.length);
    }

    @Override
    public void write(String text, int offset, int count) {
        try {
            demand().write(text, offset, count);
        } catch (IOException e) {
            trouble = true;
        }
    }

    @Override
    public void write(String text) {
        write(text, 0, text.length());
    }

    /** Prints "true" or "false". */
    public void print(boolean value) {
        write(String.valueOf(value));
    }

    /** Prints "true" or "false" and ends the line. */
    public void println(boolean value) {
        print(value);
        println();
    }

    /** Prints one character. */
    public void print(char character) {
        write(character);
    }

    /** Prints one character and ends the line. */
    public void println(char character) {
        print(character);
        println();
    }

    /** Prints decimal text. */
    public void print(int number) {
        write(String.valueOf(number));
    }

    /** Prints decimal text and ends the line. */
    public void println(int number) {
        print(number);
        println();
    }

    /** Prints decimal text. */
    public void print(long number) {
        write(String.valueOf(number));
    }

    /** Prints decimal text and ends the line. */
    public void println(long number) {
        print(number);
        println();
    }

    /** Prints decimal text. */
    public void print(float number) {
        write(String.valueOf(number));
    }

    /** Prints decimal text and ends the line. */
    public void println(float number) {
        print(number);
        println();
    }

    /** Prints decimal text. */
    public void print(double number) {
        write(String.valueOf(number));
    }

    /** Prints decimal text and ends the line. */
    public void println(double number) {
        print(number);
        println();
    }

    /** Prints the characters of an array. */
    public void print(char[] characters) {
        write(characters);
    }

    /** Prints the characters of an array and ends the line. */
    public void println(char[] characters) {
        print(characters);
        println();
    }

    /** Prints a string, "null" for null. */
    public void print(String text) {
        write(text == null ? "null" : text);
    }

    /** Prints a string, "null" for null and ends the line. */
    public void println(String text) {
        print(text);
        println();
    }

    /** Prints the text of an object. */
    public void print(Object object) {
        write(String.valueOf(object));
    }

    /** Prints the text of an object and ends the line. */
    public void println(Object object) {
        print(object);
        println();
    }

    /** Ends the line. */
    public void println() {
        write('\n');
        if (autoFlush) {
            flush();
        }
    }

    /** Prints a format with the texts of arguments in it. */
    public PrintWriter printf(String format, Object... arguments) {
        try {
            write(String.format(format, arguments));
        } catch (IllegalFormatException e) {
            write(FormatStart.before(e));
            throw e;
        }
        if (autoFlush) {
            flush();
        }
        return this;
    }

    /** As without a locale. */
    public PrintWriter printf(Locale locale, String format, Object... arguments) {
        return printf(format, arguments);
    }

    /** Prints a format with the texts of arguments in it. */
    public PrintWriter format(String format, Object... arguments) {
        return printf(format, arguments);
    }

    /** As without a locale. */
    public PrintWriter format(Locale locale, String format, Object... arguments) {
        return printf(format, arguments);
    }

    @Override
    public PrintWriter append(CharSequence text) {
        write(String.valueOf(text));
        return this;
    }

    @Override
    public PrintWriter append(CharSequence text, int start, int end) {
        return append(String.valueOf(text).subSequence(start, end));
    }

    @Override
    public PrintWriter append(char character) {
        write(character);
        return this;
    }

    @Override
    public void flush() {
        try {
            demand().flush();
        } catch (IOException e) {
            trouble = true;
        }
    }

    @Override
    public void close() {
        try {
            if (out != null) {
                out.close();
                out = null;
            }
        } catch (IOException e) {
            trouble = true;
        }
    }

    /** Whether the other writer failed. */
    public boolean checkError() {
        if (out != null) {
            flush();
        }
        return trouble;
    }

    /** Remembers a failure. */
    protected void setError() {
        trouble = true;
    }

    /** Forgets failures. */
    protected void clearError() {
        trouble = false;
    }
}
