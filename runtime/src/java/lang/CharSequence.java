package java.lang;

import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Sources;

/** Something that reads as a row of characters. */
public interface CharSequence {

    /** Number of characters. */
    int length();

    /** The character at an index. */
    char charAt(int index);

    /** Whether there are no characters. */
    default boolean isEmpty() {
        return length() == 0;
    }

    /** The characters from an index up to another. */
    CharSequence subSequence(int start, int end);

    /** The characters as a string. */
    @Override
    String toString();

    /** The order of two sequences. */
    static int compare(CharSequence a, CharSequence b) {
        return Objects.requireNonNull(a).toString().compareTo(Objects.requireNonNull(b).toString());
    }

    /** The characters as a stream. */
    default IntStream chars() {
        return Sources.characters(this, false);
    }

    /** The code points as a stream. */
    default IntStream codePoints() {
        return Sources.characters(this, true);
    }
}
