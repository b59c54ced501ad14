package java.lang;

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

    /** Objects of our library whose handles its running code may have, the last ones. */
    final Object[] held = new Object[JopHost.STILL_HELD];

    /** How many it has asked for. */
    int heldCount;

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
}
