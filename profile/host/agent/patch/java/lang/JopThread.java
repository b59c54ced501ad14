package java.lang;

/** What is kept of a thread besides its running context. */
public final class JopThread {

    /** The thread. */
    public final Thread thread;

    /** The context in which it starts. */
    public final JopContext root;

    /** The method cache that it uses; null if none is simulated. */
    public final JopCache cache;

    /** Address of the switch that a routine works on. */
    public int site;

    /** The exception that it is throwing. */
    final JopExceptions.Flight flight = new JopExceptions.Flight();

    JopThread(Thread thread) {
        this.thread = thread;
        root = new JopContext(null, -1, 0);
        cache = JopCache.ofThread();
    }
}
