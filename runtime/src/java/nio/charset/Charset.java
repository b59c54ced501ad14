package java.nio.charset;

import java.io.UnsupportedEncodingException;

/** A way to write characters as bytes: UTF-8, ISO-8859-1 and US-ASCII. */
public final class Charset implements Comparable<Charset> {

    private final String name;

    /** The largest character, one byte each; 0 for UTF-8. */
    private final int last;

    Charset(String name, int last) {
        this.name = name;
        this.last = last;
    }

    /** UTF-8. */
    public static Charset defaultCharset() {
        return StandardCharsets.UTF_8;
    }

    private static Charset lookUp(String name) {
        if (name.equalsIgnoreCase("UTF-8") || name.equalsIgnoreCase("UTF8")) {
            return StandardCharsets.UTF_8;
        }
        if (name.equalsIgnoreCase("ISO-8859-1") || name.equalsIgnoreCase("latin1")) {
            return StandardCharsets.ISO_8859_1;
        }
        return name.equalsIgnoreCase("US-ASCII") || name.equalsIgnoreCase("ASCII") ? StandardCharsets.US_ASCII : null;
    }

    /** The character set with a name. */
    public static Charset forName(String name) {
        Charset set = lookUp(name);
        if (set == null) {
            throw new UnsupportedCharsetException(name);
        }
        return set;
    }

    /** Whether there is a character set with a name. */
    public static boolean isSupported(String name) {
        return lookUp(name) != null;
    }

    /** The character set with a name; for String, whose exception is another one. */
    public static Charset find(String name) throws UnsupportedEncodingException {
        Charset set = lookUp(name);
        if (set == null) {
            throw new UnsupportedEncodingException(name);
        }
        return set;
    }

    /** The name. */
    public String name() {
        return name;
    }

    /** The name. */
    public String displayName() {
        return name;
    }

    /** The bytes of a text. */
    public byte[] write(String text) {
        if (last == 0) {
            return text.getBytes();
        }
        int length = text.codePointCount(0, text.length());
        byte[] bytes = new byte[length];
        for (int i = 0, at = 0; i < length; ++i) {
            int c = text.codePointAt(at);
            bytes[i] = (byte) (c <= last ? c : '?');
            at += Character.charCount(c);
        }
        return bytes;
    }

    /** The characters of some bytes. */
    public char[] read(byte[] bytes, int offset, int count) {
        if (last == 0) {
            return new String(bytes, offset, count).toCharArray();
        }
        if (offset < 0 || count < 0 || offset > bytes.length - count) {
            throw new StringIndexOutOfBoundsException(
                    "offset " + offset + ", count " + count + ", length " + bytes.length);
        }
        char[] text = new char[count];
        for (int i = 0; i < count; ++i) {
            int c = bytes[offset + i] & 0xff;
            text[i] = (char) (c <= last ? c : 0xfffd);
        }
        return text;
    }

    @Override
    public int compareTo(Charset other) {
        return name.compareToIgnoreCase(other.name);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Charset && name.equals(((Charset) other).name);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    @Override
    public String toString() {
        return name;
    }
}
