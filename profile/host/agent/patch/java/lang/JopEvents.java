package java.lang;

/** Has something done each time a thread has executed a number of bytecodes. */
public final class JopEvents {

    /** Bytecodes of a thread from one event to the next; 0 for no events. */
    public static long every;

    /** What is done; null for nothing. */
    public static volatile Handler handler;

    private JopEvents() {
    }

    /** Does it. */
    public interface Handler {
        /** A thread is about to begin a block in this context. */
        void reached(JopThread thread, long running);
    }

    /** Bytecodes of a thread before its first event. */
    static long first() {
        return every == 0 ? Long.MAX_VALUE : every;
    }

    /** A block of the application begins. */
    public static void tick(int bytecodes) {
        JopThread thread = Thread.currentThread().jopState;
        if ((thread.left -= bytecodes) < 0) {
            reached(thread);
        }
    }

    /** A block begins in which the thread may hold locks of the JDK: the event comes later. */
    public static void pass(int bytecodes) {
        Thread.currentThread().jopState.left -= bytecodes;
    }

    private static void reached(JopThread state) {
        Thread thread = Thread.currentThread();
        long running = thread.jopNode;
        Handler now = handler;
        if (now == null || JopNode.root(running) != state.root) {
            // Nothing is counted here; the next block that is will come back.
            state.left = 0;
            return;
        }
        long left = state.left + every;
        try {
            aside(() -> now.reached(state, running));
        } catch (Throwable problem) {
            // It is the handler's to tell.
            handler = handler == now ? null : handler;
        }
        state.left = left < 0 ? 0 : left;
    }

    /** Runs what is not the program's: with a state of its own, it leaves counts, events and the method cache as they are. */
    public static void aside(Runnable work) {
        Thread thread = Thread.currentThread();
        long node = JopProfile.suspend();
        JopThread state = thread.jopState;
        long oldest = thread.jopOldest;
        JopThread other = new JopThread(thread, JopCache.make());
        other.left = Long.MAX_VALUE;
        JopProfile.begin(thread, other);
        try {
            work.run();
        } finally {
            thread.jopState = state;
            thread.jopOldest = oldest;
            thread.jopNode = state.aside;
            other.arena.release();
            JopProfile.resume(node);
        }
    }
}
