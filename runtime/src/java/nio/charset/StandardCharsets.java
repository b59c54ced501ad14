package java.nio.charset;

/** The character sets that are always there. */
public final class StandardCharsets {

    /** Characters up to U+007F. */
    public static final Charset US_ASCII = new Charset("US-ASCII", 0x7f);
    /** Characters up to U+00FF. */
    public static final Charset ISO_8859_1 = new Charset("ISO-8859-1", 0xff);
    /** All characters, in one to four bytes. */
    public static final Charset UTF_8 = new Charset("UTF-8", 0);

    private StandardCharsets() {
    }
}
