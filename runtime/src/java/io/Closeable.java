package java.io;

/** A stream that can be closed. */
public interface Closeable extends AutoCloseable {

    @Override
    void close() throws IOException;
}
