package java.lang;

import java.util.HashSet;
import java.util.Set;

/** What is kept of a thread besides its running context. */
public final class JopThread {

    /** In place of the state of a thread that is about to get its own; the threads take turns. */
    static final JopThread STARTING = new JopThread(null);

    /** The thread. */
    public final Thread thread;

    /** Where its contexts are. */
    final JopArena arena = new JopArena();

    /** The context in which it starts. */
    public final long root;

    /** The context in which it does what is not the program's. */
    final long aside;

    /** The method cache that it uses; null if none is simulated. */
    public final JopCache cache;

    /** The same, if it is one of those that take the place of the oldest methods; null otherwise. */
    final JopFifoCache fifo;

    /** Address of the switch that a routine works on, or of the code of another bytecode with operands there. */
    public int site;

    /** Arrays of arrays that a routine makes; null for none. */
    JopArrays arrays;

    /** What it is making. */
    final JopUnfinished unfinished = new JopUnfinished();

    private static final int HELD = 16;

    /** The last objects of our library whose handles its code has asked for, and the contexts that did. */
    private final Object[] held = new Object[HELD];
    private final long[] holders = new long[HELD];
    private int heldCount;

    /** Monitors that it holds on JOP. */
    int locks;

    /** Its stack as it would be on JOP. */
    final JopFrames.Image image = new JopFrames.Image();

    /** Threads that are one with it in the profile; null if it is one of its own. */
    public JopGroup group;

    /** Bytecodes until the next event. */
    long left = JopEvents.first();

    /** The exception that it is throwing. */
    final JopExceptions.Flight flight = new JopExceptions.Flight();

    JopThread(Thread thread) {
        this(thread, JopCache.ofThread());
    }

    JopThread(Thread thread, JopCache cache) {
        this.thread = thread;
        this.cache = cache;
        fifo = JopCache.IS_FIFO ? (JopFifoCache) cache : null;
        root = JopNode.start(arena, false);
        aside = JopNode.start(arena, true);
    }

    /** A context asks for the handle of an object. */
    void hold(Object object, long holder) {
        int place = heldCount++ & HELD - 1;
        held[place] = object;
        holders[place] = holder;
    }

    /** Forgets all objects but those whose handles its code may have, which it adds to a set: the last two, and those that contexts on the way to one asked for; 0: all. */
    void addHeld(Set<Object> kept, long context) {
        Set<Long> running = new HashSet<>();
        for (long at = context; at != 0; at = JopNode.parent(at)) {
            running.add(at);
        }
        for (int back = 1; back <= HELD; ++back) {
            int place = heldCount - back & HELD - 1;
            if (back <= 2 || context == 0 || running.contains(holders[place])) {
                kept.add(held[place]);
            } else {
                held[place] = null;
            }
        }
    }
}
