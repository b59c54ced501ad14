package java.lang;

import java.io.IOException;

/** Something to which characters can be appended. */
public interface Appendable {

    /** Appends a sequence, "null" for null. */
    Appendable append(CharSequence text) throws IOException;

    /** Appends part of a sequence. */
    Appendable append(CharSequence text, int start, int end) throws IOException;

    /** Appends one character. */
    Appendable append(char character) throws IOException;
}
