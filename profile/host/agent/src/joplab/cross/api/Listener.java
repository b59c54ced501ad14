package joplab.cross.api;

import java.util.List;

/**
 * Your own processing of the counts while the program runs. Name the class with {@code jop cross run --every N --callback
 * CLASS}; it has to be on the class path of the program, with a public constructor without parameters.
 *
 * <p>Nothing that it does is counted. If it throws, the first exception is reported on standard error, and the program goes
 * on. Several threads may call it at once.
 */
public interface Listener {

    /**
     * A thread has executed another N bytecodes. Called by that thread, between two basic blocks of the application. The
     * counts of the block that is about to begin are in.
     */
    void reached(CountedThread thread);

    /**
     * The program has ended. The threads of the profile, in the order in which they began; counts of those that still run
     * may grow.
     */
    default void ended(List<CountedThread> threads) {
    }
}
