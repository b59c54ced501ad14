package java.lang;

/** Something that a try statement closes. */
public interface AutoCloseable {

    /** Gives back what this holds. */
    void close() throws Exception;
}
