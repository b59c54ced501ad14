package java.lang;

/** Something that reads as a row of characters. */
public interface CharSequence {

    /** Number of characters. */
    int length();

    /** The character at an index. */
    char charAt(int index);

    /** The characters from an index up to another. */
    CharSequence subSequence(int start, int end);

    /** The characters as a string. */
    String toString();
}
