package joplab.cross.api;

import java.util.Optional;

/** A thread, or a group of later threads whose names differ in their numbers alone. */
public interface CountedThread {

    /** The thread; nothing for a group. */
    Optional<Thread> thread();

    /** Its name, or the pattern of the names of a group. */
    String name();

    /** The root of its tree: what calls the first methods. */
    CountedContext root();

    /** The context that runs; nothing at the end of the program. */
    Optional<CountedContext> running();
}
