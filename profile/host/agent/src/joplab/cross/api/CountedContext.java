package joplab.cross.api;

import java.util.List;
import java.util.Optional;

/**
 * A calling context: a method with the chain of its callers. Figures are those of the method itself, without its callees, and
 * go on growing.
 */
public interface CountedContext {

    /** The caller; nothing for the root. */
    Optional<CountedContext> parent();

    /** Contexts of the methods that it has called, in no particular order. */
    List<CountedContext> callees();

    /** The method as {@code package.Class.name(parameters)result}; {@code (start)} for the root. */
    String method();

    /** Calls. */
    long calls();

    /** Calls for which the method was not in the method cache; 0 if none is simulated. */
    long loads();

    /** Bytecodes of the linked program, those that JOP implements in Java included. */
    long bytecodes();

    /**
     * Cycles as far as the agent knows them: each bytecode on its usual path on the machine of the command. Loads of methods,
     * other paths, and the dispatch of bytecodes in Java are not in it; `jop` adds them for the profile.
     */
    long cycles();

    /** Number of basic blocks. */
    int blocks();

    /** Times that a block has begun. */
    long executions(int block);
}
