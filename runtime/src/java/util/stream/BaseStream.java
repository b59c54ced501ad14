package java.util.stream;

import java.util.Iterator;

/** What all streams have. */
public interface BaseStream<T, S extends BaseStream<T, S>> extends AutoCloseable {

    /** The elements one by one. */
    Iterator<T> iterator();

    /** Whether several threads work: never. */
    boolean isParallel();

    /** This stream. */
    S sequential();

    /** This stream: there is one thread. */
    S parallel();

    /** This stream: it keeps its order. */
    S unordered();

    /** A stream that runs something when it is closed. */
    S onClose(Runnable action);

    @Override
    void close();
}
