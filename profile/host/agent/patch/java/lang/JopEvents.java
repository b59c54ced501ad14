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
        void reached(JopThread thread, JopContext running);
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
        JopContext running = thread.jopContext;
        Handler now = handler;
        if (now == null || running.root() != state.root) {
            // Nothing is counted here; the next block that is will come back.
            state.left = 0;
            return;
        }
        long left = state.left + every;
        // With a state of its own, whatever runs below leaves bytecodes and method cache as they are.
        JopThread other = new JopThread(thread, JopCache.make());
        other.left = Long.MAX_VALUE;
        thread.jopState = other;
        JopContext context = JopProfile.suspend();
        try {
            now.reached(state, running);
        } catch (Throwable problem) {
            // It is the handler's to tell.
            handler = handler == now ? null : handler;
        } finally {
            JopProfile.resume(context);
            thread.jopState = state;
            state.left = left < 0 ? 0 : left;
        }
    }
}
