package java.io;

/** A stream that may hold bytes back. */
public interface Flushable {

    /** Passes everything on. */
    void flush() throws IOException;
}
