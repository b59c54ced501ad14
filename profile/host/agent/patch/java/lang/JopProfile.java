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

    /** Is told each hidden class; null before the program begins. */
    public static volatile Consumer<Class<?>> hiddenClasses;

    /** Gives other bytes for a hidden class, by the class that defines it, or null; itself null before the program begins. */
    public static volatile BiFunction<Class<?>, byte[], byte[]> hiddenMaker;

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
    public static JopContext caller() {
        Thread thread = Thread.currentThread();
        JopContext caller = thread.jopContext;
        return caller == null ? start(thread) : caller;
    }

    /** A method begins. */
    @ForceInline
    public static JopContext enter(JopContext caller, int method) {
        JopContext context = enterLeaf(caller, method);
        Thread.currentThread().jopContext = context;
        return context;
    }

    /** A method begins that calls nothing: its context need not become the thread's. */
    @ForceInline
    public static JopContext enterLeaf(JopContext caller, int method) {
        JopContext context = known(caller, method);
        ++context.calls;
        if (!JopCache.look(Thread.currentThread(), context)) {
            ++context.entryMisses;
        }
        return context;
    }

    /** The context of a callee, most often where it is looked for first. */
    @ForceInline
    private static JopContext known(JopContext caller, int method) {
        JopContext[] table = caller.callees;
        JopContext context = table[method & table.length - 1];
        return context.method == method ? context : caller.callee(method);
    }

    /** A method returns; only called if there is no method cache. The caller's local knows more than {@code context.parent}. */
    @ForceInline
    public static void exit(JopContext caller) {
        Thread.currentThread().jopContext = caller;
    }

    /** A method returns; only called if there is a method cache. */
    @ForceInline
    public static void exit(JopContext caller, JopContext context) {
        exitLeaf(caller, context);
        Thread.currentThread().jopContext = caller;
    }

    /** A method returns that {@link #enterLeaf} began; only called if there is a method cache. */
    @ForceInline
    public static void exitLeaf(JopContext caller, JopContext context) {
        if (!JopCache.look(Thread.currentThread(), caller)) {
            ++context.exitMisses;
        }
    }

    /** A method calls the constructor of Object, which does nothing. */
    @ForceInline
    public static void initObject(JopContext caller) {
        JopContext context = known(caller, objectInit);
        ++context.calls;
        if (JopCache.KIND != JopCache.NO_CACHE) {
            Thread thread = Thread.currentThread();
            if (!JopCache.look(thread, context)) {
                ++context.entryMisses;
            }
            if (!JopCache.look(thread, caller)) {
                ++context.exitMisses;
            }
        }
    }

    /** A method ends by an exception. */
    @ForceInline
    public static void unwind(JopContext caller) {
        Thread.currentThread().jopContext = caller;
    }

    /** A method handles an exception, from wherever it came. */
    @ForceInline
    public static void handle(JopContext context) {
        Thread thread = Thread.currentThread();
        if (JopCache.KIND != JopCache.NO_CACHE) {
            JopCache.look(thread, context);
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
        JopContext running = suspend();
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
            JopContext running = suspend();
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
                String[] fields = {"jopContext", "jopState"};
                method.invoke(null, Thread.class, takesSet ? Set.of(fields) : fields);
            }
        }
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

    /** A virtual call. */
    @ForceInline
    public static void receiver(Object of, long[] counts, int slot) {
        if (of != null && of.getClass().isArray()) {
            ++counts[slot];
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
