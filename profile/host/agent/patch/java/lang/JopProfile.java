package java.lang;

/**
 * What instrumented code calls. It lies in java.lang, as every class of every loader and module can call it there; the
 * context of a thread lies in a field that {@code Thread} is given (see {@code joplab.cross.Prepare}).
 */
public final class JopProfile {

    /** Kind of the method cache; see {@link JopCache}. */
    public static int cacheKind;

    /** Blocks of the method cache. */
    public static int cacheBlocks = 1;

    /** Words of a block. */
    public static int cacheBlockWords = 1;

    /** Whether all threads share one method cache. */
    public static boolean cacheShared;

    /** Number of the constructor of Object. */
    public static int objectInit;

    /** Words that the linked code of each method has. */
    public static volatile int[] words = new int[0];

    /** How many counts a context of each method has. */
    public static volatile int[] slots = new int[0];

    /** Threads, in the order of their first call. */
    public static JopThread[] threads = new JopThread[8];

    /** Number of threads. */
    public static int threadCount;

    private static final Object LOCK = new Object();

    private JopProfile() {
    }

    static int slots(int method) {
        return slots[method];
    }

    /** A method begins. */
    public static JopContext enter(int method) {
        Thread thread = Thread.currentThread();
        JopContext caller = thread.jopContext;
        if (caller == null) {
            caller = start(thread);
        }
        JopContext context = caller.last;
        if (context.method != method) {
            context = caller.callee(method);
        }
        ++context.calls;
        if (JopCache.KIND != JopCache.NO_CACHE && !thread.jopState.cache.find(method, words[method])) {
            ++context.entryMisses;
        }
        thread.jopContext = context;
        return context;
    }

    /** A method returns. */
    public static void exit(JopContext context) {
        Thread thread = Thread.currentThread();
        JopContext caller = context.parent;
        if (JopCache.KIND != JopCache.NO_CACHE && caller.method >= 0
                && !thread.jopState.cache.find(caller.method, words[caller.method])) {
            ++context.exitMisses;
        }
        thread.jopContext = caller;
    }

    /** A method calls the constructor of Object, which does nothing. */
    public static void initObject(JopContext caller) {
        JopContext context = caller.last;
        if (context.method != objectInit) {
            context = caller.callee(objectInit);
        }
        ++context.calls;
        ++context.counts[0];
        if (JopCache.KIND != JopCache.NO_CACHE) {
            JopCache cache = Thread.currentThread().jopState.cache;
            if (!cache.find(objectInit, 1)) {
                ++context.entryMisses;
            }
            if (!cache.find(caller.method, words[caller.method])) {
                ++context.exitMisses;
            }
        }
    }

    /** A method ends by an exception. */
    public static void unwind(JopContext context) {
        Thread.currentThread().jopContext = context.parent;
    }

    /** A method handles an exception, from wherever it came. */
    public static void handle(JopContext context) {
        Thread thread = Thread.currentThread();
        if (JopCache.KIND != JopCache.NO_CACHE) {
            thread.jopState.cache.find(context.method, words[context.method]);
        }
        thread.jopContext = context;
    }

    /** Charges what follows to nothing that is kept, until {@link #resume}; gives what that wants. */
    public static JopContext suspend() {
        Thread thread = Thread.currentThread();
        JopContext context = thread.jopContext;
        if (context == null) {
            context = start(thread);
        }
        thread.jopContext = new JopContext(null, -1, 0);
        return context;
    }

    /** Ends what {@link #suspend} began. */
    public static void resume(JopContext context) {
        Thread.currentThread().jopContext = context;
    }

    private static JopContext start(Thread thread) {
        JopThread state = new JopThread(thread);
        thread.jopState = state;
        thread.jopContext = state.root;
        synchronized (LOCK) {
            if (threadCount == threads.length) {
                JopThread[] more = new JopThread[threadCount * 2];
                System.arraycopy(threads, 0, more, 0, threadCount);
                threads = more;
            }
            threads[threadCount++] = state;
        }
        return state.root;
    }

    /** Has something run after the shutdown hooks of the program. */
    public static void atEnd(Runnable last) {
        Shutdown.add(9, false, last);
    }

    /** A shift of a long. */
    public static void shift(int by, long[] counts, int slot) {
        int low = by & 63;
        if (low == 0) {
            ++counts[slot];
        } else if (low >= 32) {
            ++counts[slot + 1];
        }
    }

    /** lcmp. */
    public static int compare(long a, long b, long[] counts, int slot) {
        if (a < 0 && b >= 0) {
            ++counts[slot];
        } else if (a >= 0 && b < 0) {
            ++counts[slot + 1];
        } else if (a == b) {
            ++counts[slot + 2];
        }
        return a < b ? -1 : a == b ? 0 : 1;
    }
}
