package java.lang;

import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

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

    /** Words that a frame of each method takes on the stack. */
    public static volatile int[] frames = new int[0];

    /** How many counts a context of each method has. */
    public static volatile int[] slots = new int[0];

    /**
     * Of each method, blocks that are not counted, since their counts follow from others: block, number of terms, terms. A
     * term is 1 for the calls and 2 + n for count n, negative if it is taken away. Null if all blocks are counted.
     */
    public static volatile int[][] sums = new int[0][];

    private JopProfile() {
    }

    static int slots(int method) {
        return slots[method];
    }

    /** A method begins. */
    @ForceInline
    public static JopContext enter(int method) {
        Thread thread = Thread.currentThread();
        JopContext context = begin(thread, method);
        thread.jopContext = context;
        return context;
    }

    /** A method begins that calls nothing: its context need not become the thread's. */
    @ForceInline
    public static JopContext enterLeaf(int method) {
        return begin(Thread.currentThread(), method);
    }

    @ForceInline
    private static JopContext begin(Thread thread, int method) {
        JopContext caller = thread.jopContext;
        if (caller == null) {
            caller = start(thread);
        }
        JopContext context = known(caller, method);
        ++context.calls;
        if (JopCache.KIND != JopCache.NO_CACHE && !JopCache.find(thread, method, context.words)) {
            ++context.entryMisses;
        }
        return context;
    }

    /** The context of a callee, most often where it is looked for first. */
    @ForceInline
    private static JopContext known(JopContext caller, int method) {
        JopContext[] table = caller.callees;
        JopContext context = table == null ? null : table[method & table.length - 1];
        return context != null && context.method == method ? context : caller.callee(method);
    }

    /** A method returns. */
    @ForceInline
    public static void exit(JopContext context) {
        Thread thread = Thread.currentThread();
        JopContext caller = context.parent;
        leave(thread, context, caller);
        thread.jopContext = caller;
    }

    /** A method returns that {@link #enterLeaf} began; only called if there is a method cache. */
    @ForceInline
    public static void exitLeaf(JopContext context) {
        leave(Thread.currentThread(), context, context.parent);
    }

    @ForceInline
    private static void leave(Thread thread, JopContext context, JopContext caller) {
        if (JopCache.KIND != JopCache.NO_CACHE && caller.method >= 0
                && !JopCache.find(thread, caller.method, caller.words)) {
            ++context.exitMisses;
        }
    }

    /** A method calls the constructor of Object, which does nothing. */
    public static void initObject(JopContext caller) {
        JopContext context = known(caller, objectInit);
        ++context.calls;
        ++context.counts[0];
        if (JopCache.KIND != JopCache.NO_CACHE) {
            Thread thread = Thread.currentThread();
            if (!JopCache.find(thread, objectInit, 1)) {
                ++context.entryMisses;
            }
            if (!JopCache.find(thread, caller.method, caller.words)) {
                ++context.exitMisses;
            }
        }
    }

    /** A method ends by an exception. */
    @ForceInline
    public static void unwind(JopContext context) {
        Thread.currentThread().jopContext = context.parent;
    }

    /** A method handles an exception, from wherever it came. */
    @ForceInline
    public static void handle(JopContext context) {
        Thread thread = Thread.currentThread();
        if (JopCache.KIND != JopCache.NO_CACHE) {
            JopCache.find(thread, context.method, context.words);
        }
        thread.jopState.unfinished.handle(context);
        thread.jopContext = context;
    }

    /** A block loses part of its flow by an exception; 0 for none. */
    public static void lose(long[] counts, int loss) {
        if (loss != 0) {
            ++counts[counts.length - loss];
        }
    }

    /** Charges what follows to nothing that is kept, until {@link #resume}; gives what that wants. */
    public static JopContext suspend() {
        Thread thread = Thread.currentThread();
        JopContext context = thread.jopContext;
        if (context == null) {
            context = start(thread);
        }
        thread.jopContext = JopContext.aside();
        return context;
    }

    /** Ends what {@link #suspend} began. */
    public static void resume(JopContext context) {
        Thread.currentThread().jopContext = context;
    }

    @DontInline
    private static JopContext start(Thread thread) {
        JopThread state = new JopThread(thread);
        thread.jopState = state;
        // What the list takes is not counted.
        thread.jopContext = JopContext.aside();
        JopThreads.add(state);
        thread.jopContext = state.root;
        return state.root;
    }

    /** Has something run after the shutdown hooks of the program. */
    public static void atEnd(Runnable last) {
        Shutdown.add(9, false, last);
    }

    /** Words of a block copy behind the first one. */
    public static void words(int words, long[] counts, int slot) {
        counts[slot] += words - 1;
    }

    /** A shift of a long. */
    @ForceInline
    public static void shift(int by, long[] counts, int slot) {
        int low = by & 63;
        if (low == 0) {
            ++counts[slot];
        } else if (low >= 32) {
            ++counts[slot + 1];
        }
    }

    /** lcmp. */
    @ForceInline
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
