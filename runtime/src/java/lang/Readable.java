package java.lang;

/** Something to read characters from: here always a {@link java.io.Reader}. */
public interface Readable {
}
