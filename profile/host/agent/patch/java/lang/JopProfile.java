package java.lang;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import jdk.internal.reflect.Reflection;
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

    /** How many counts a context of each method has: one for each block that has a count, and those of what bytecodes meet. */
    public static volatile int[] slots = new int[0];

    /**
     * Of each method, blocks that are not counted, since their counts follow from others: block, number of terms, terms. A
     * term is 1 for the calls and 2 + n for count n of all, with these; negative if it is taken away. Null if all are counted.
     */
    public static volatile int[][] sums = new int[0][];

    /** How many places for bound callees a context of each method has, behind the counts. */
    public static volatile int[] places = new int[0];

    /** Is told each hidden class; null before the program begins. */
    public static volatile Consumer<Class<?>> hiddenClasses;

    /** Gives other bytes for a hidden class, by the class that defines it, or null; itself null before the program begins. */
    public static volatile BiFunction<Class<?>, byte[], byte[]> hiddenMaker;

    /** Whether addresses outside of the heap are checked; see {@link JopMemory}. */
    public static boolean isChecked;

    /** Bytes that contexts may take; see {@link JopMemory}. */
    public static long contextBytes = Long.MAX_VALUE;

    private static volatile Runnable ending;

    private JopProfile() {
    }

    static int slots(int method) {
        return slots[method];
    }

    /** Blocks whose counts follow from others. */
    public static int summed(int[] sums) {
        int count = 0;
        for (int i = 0; i < sums.length; i += sums[i + 1] + 2) {
            ++count;
        }
        return count;
    }

    /** The context in which a method begins, before it has its own: that of its caller. */
    @ForceInline
    public static long caller() {
        Thread thread = Thread.currentThread();
        long caller = thread.jopNode;
        return caller == 0 ? start(thread) : caller;
    }

    /** A method begins. */
    @ForceInline
    public static long enter(long caller, int method) {
        long node = JopNode.known(caller, method);
        JopMemory.count(node, JopNode.CALLS);
        Thread thread = Thread.currentThread();
        if (!JopCache.look(thread, node)) {
            JopMemory.count(node, JopNode.ENTRY_MISSES);
        }
        thread.jopNode = node;
        return node;
    }

    /** A method begins that calls nothing and cannot throw: its context need not become the thread's. */
    @ForceInline
    public static long enterLeaf(long caller, int method) {
        long node = enterBriefly(caller, method);
        if (!JopCache.IS_FIFO) {
            looksBack(node);
        } else if (looksBack(node)) {
            // At once, as nothing comes before the end.
            lookBack(caller, node);
        }
        return node;
    }

    /** A method begins that calls nothing; {@link #looksBack} is called next if there is a method cache. */
    @ForceInline
    public static long enterBriefly(long caller, int method) {
        long node = JopNode.known(caller, method);
        JopMemory.count(node, JopNode.CALLS);
        return node;
    }

    /** Looks for a method that calls nothing; tells whether {@link #exitBriefly} has to look for its caller. */
    @ForceInline
    public static boolean looksBack(long node) {
        Thread thread = Thread.currentThread();
        if (JopCache.IS_FIFO) {
            return JopFifoCache.lookLeaf(thread, node);
        }
        if (!JopCache.look(thread, node)) {
            JopMemory.count(node, JopNode.ENTRY_MISSES);
        }
        return true;
    }

    @ForceInline
    private static void lookBack(long caller, long node) {
        if (!JopCache.look(Thread.currentThread(), caller)) {
            JopMemory.count(node, JopNode.EXIT_MISSES);
        }
    }

    /** The context of the one callee at a call; its place in the caller's context lies at this offset. */
    @ForceInline
    public static long bound(long caller, int place, int method) {
        long node = JopMemory.get(caller, place);
        return node != 0 ? node : firstBound(caller, place, method);
    }

    @DontInline
    private static long firstBound(long caller, int place, int method) {
        long node = JopNode.callee(caller, method);
        JopMemory.put(caller, place, node);
        return node;
    }

    /** The running context becomes the thread's, for what follows. */
    @ForceInline
    public static void set(long node) {
        Thread.currentThread().jopNode = node;
    }

    /** A method begins that was given its context. */
    @ForceInline
    public static void enterBound(long node) {
        JopMemory.count(node, JopNode.CALLS);
        if (!JopCache.look(Thread.currentThread(), node)) {
            JopMemory.count(node, JopNode.ENTRY_MISSES);
        }
    }

    /** As {@link #enterLeaf}, of a method that was given its context. */
    @ForceInline
    public static void enterLeafBound(long node) {
        JopMemory.count(node, JopNode.CALLS);
        if (looksBack(node) && JopCache.IS_FIFO) {
            lookBack(JopNode.parent(node), node);
        }
    }

    /** As {@link #enterBriefly}, of a method that was given its context. */
    @ForceInline
    public static void enterBrieflyBound(long node) {
        JopMemory.count(node, JopNode.CALLS);
    }

    /** A method returns that {@link #enterBound} began; only called if there is a method cache. */
    @ForceInline
    public static void exitBound(long node) {
        lookBack(JopNode.parent(node), node);
    }

    /** A method returns that {@link #enterLeafBound} began; only called if there is a method cache. */
    @ForceInline
    public static void exitLeafBound(long node) {
        exitLeaf(JopNode.parent(node), node);
    }

    /** A method returns that {@link #enterBrieflyBound} began. */
    @ForceInline
    public static void exitBrieflyBound(long node, boolean looks) {
        exitBriefly(JopNode.parent(node), node, looks);
    }

    /** A method that was given its context ends by an exception. */
    public static void unwindBound(long node) {
        unwind(JopNode.parent(node));
    }

    /** A method returns; only called if there is no method cache. The caller's local knows more than the node. */
    @ForceInline
    public static void exit(long caller) {
        Thread.currentThread().jopNode = caller;
    }

    /** A method returns; only called if there is a method cache. */
    @ForceInline
    public static void exit(long caller, long node) {
        lookBack(caller, node);
        Thread.currentThread().jopNode = caller;
    }

    /** A method returns that {@link #enterLeaf} began; only called if there is a method cache. */
    @ForceInline
    public static void exitLeaf(long caller, long node) {
        if (!JopCache.IS_FIFO) {
            lookBack(caller, node);
        }
    }

    /** A method returns that {@link #enterBriefly} began, for which {@link #looksBack} told whether to look for its caller. */
    @ForceInline
    public static void exitBriefly(long caller, long node, boolean looks) {
        if (looks) {
            lookBack(caller, node);
        }
    }

    /** A method calls the constructor of Object, which does nothing. */
    @ForceInline
    public static void initObject(long caller) {
        exitLeaf(caller, enterLeaf(caller, objectInit));
    }

    /** As {@link #initObject}, of a method that calls nothing else; tells whether the method's caller may have gone by that. */
    @ForceInline
    public static boolean initObjectOfLeaf(long caller) {
        long node = enterBriefly(caller, objectInit);
        boolean looks = looksBack(node);
        exitBriefly(caller, node, looks);
        return looks;
    }

    /** A method ends by an exception. */
    @ForceInline
    public static void unwind(long caller) {
        runs(Thread.currentThread(), caller);
    }

    /** A context runs again without a lookup. */
    @ForceInline
    private static void runs(Thread thread, long node) {
        thread.jopNode = node;
        if (JopCache.IS_FIFO) {
            JopFifoCache.runs(thread, node);
        }
    }

    /** A method handles an exception, from wherever it came. */
    @ForceInline
    public static void handle(long node) {
        Thread thread = Thread.currentThread();
        if (JopCache.KIND != JopCache.NO_CACHE) {
            JopCache.look(thread, node);
        }
        thread.jopState.unfinished.handle(node);
        thread.jopNode = node;
    }

    /** A block loses part of its flow by an exception; 0 for none. */
    public static void lose(long node, int loss) {
        if (loss != 0) {
            JopNode.count(node, slots(JopNode.method(node)) - loss);
        }
    }

    /** Charges what follows to nothing that is kept, until {@link #resume}; gives what that wants. */
    public static long suspend() {
        Thread thread = Thread.currentThread();
        long node = thread.jopNode;
        if (node == 0) {
            node = start(thread);
        }
        thread.jopNode = thread.jopState.aside;
        return node;
    }

    /** Ends what {@link #suspend} began. */
    public static void resume(long node) {
        runs(Thread.currentThread(), node);
    }

    /** A thread begins: what that takes is counted in contexts of its own, one thread after the other. */
    @DontInline
    private static long start(Thread thread) {
        synchronized (JopThread.STARTING) {
            thread.jopState = JopThread.STARTING;
            thread.jopNode = JopThread.STARTING.aside;
            JopThread state = new JopThread(thread);
            begin(thread, state);
        }
        // What the list takes is not counted.
        JopThreads.add(thread.jopState);
        thread.jopNode = thread.jopState.root;
        return thread.jopNode;
    }

    /** Gives a thread its state; its cache is empty. */
    static void begin(Thread thread, JopThread state) {
        thread.jopOldest = JopFifoCache.FIRST;
        thread.jopState = state;
        thread.jopNode = state.aside;
    }

    /** Has something run after the shutdown hooks of the program, or before the virtual machine is halted. */
    public static void atEnd(Runnable last) {
        ending = last;
        Shutdown.add(9, false, last);
    }

    /** In the place of {@code Shutdown.halt} in {@code Runtime.halt}. */
    static void halt(int status) {
        Runnable last = ending;
        try {
            if (last != null) {
                last.run();
            }
        } finally {
            Shutdown.halt(status);
        }
    }

    /** The bytes of which a hidden class is made in the end. */
    public static byte[] hiddenBytes(byte[] bytes, Class<?> definer) {
        BiFunction<Class<?>, byte[], byte[]> maker = hiddenMaker;
        if (maker == null) {
            return bytes;
        }
        long running = suspend();
        try {
            byte[] made = maker.apply(definer, bytes);
            return made == null ? bytes : made;
        } finally {
            resume(running);
        }
    }

    /** A lookup has made a hidden class of the program's bytes. */
    public static void hidden(Object lookup) {
        Consumer<Class<?>> listener = hiddenClasses;
        if (listener != null) {
            long running = suspend();
            try {
                listener.accept(((MethodHandles.Lookup) lookup).lookupClass());
            } finally {
                resume(running);
            }
        }
    }

    /** Keeps the fields that {@code Thread} is given from the program's reflection, as the JDK keeps some of its own. */
    public static void hideFields() throws ReflectiveOperationException {
        for (Method method : Reflection.class.getMethods()) {
            if (method.getName().equals("registerFieldsToFilter")) {
                boolean takesSet = method.getParameterTypes()[1] == Set.class;
                String[] fields = {"jopNode", "jopOldest", "jopState"};
                method.invoke(null, Thread.class, takesSet ? Set.of(fields) : fields);
            }
        }
    }

    /** Words of a block copy behind the first one. */
    public static void words(int words, long node, int slot) {
        JopNode.add(node, slot, words - 1);
    }

    /** A shift of a long. */
    @ForceInline
    public static void shift(int by, long node, int slot) {
        int low = by & 63;
        if (low == 0) {
            JopNode.count(node, slot);
        } else if (low >= 32) {
            JopNode.count(node, slot + 1);
        }
    }

    /** A virtual call. */
    @ForceInline
    public static void receiver(Object of, long node, int slot) {
        if (of != null && of.getClass().isArray()) {
            JopNode.count(node, slot);
        }
    }

    /** lcmp. */
    @ForceInline
    public static int compare(long a, long b, long node, int slot) {
        if (a < 0 && b >= 0) {
            JopNode.count(node, slot);
        } else if (a >= 0 && b < 0) {
            JopNode.count(node, slot + 1);
        } else if (a == b) {
            JopNode.count(node, slot + 2);
        }
        return a < b ? -1 : a == b ? 0 : 1;
    }
}
