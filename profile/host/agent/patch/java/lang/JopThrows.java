package java.lang;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Exceptions of programs on our library: {@code athrow} calls the runtime's own method, and what the host finds out by itself, null
 * and bad indices, is found out once more as on JOP, by its exception entry.
 */
public final class JopThrows {

    /** Counts of the method that throws: one for each number of words that are loaded when it returns to a handler. */
    public static final int LOADS = 1 << 9;

    private static final int NULL = 2;
    private static final int BOUNDS = 3;

    /** More than the paths of any bytecode. */
    private static final int MOST_PATHS = 8;

    private static Class<?> ours;
    private static MethodHandle except;

    private JopThrows() {
    }

    /** Our library is there. */
    static void start() throws ReflectiveOperationException {
        ours = JopHost.find("jop.java.lang.Throwable");
        Class<?> entries = JopHost.find("jop.com.jopdesign.sys.JVMHelp");
        except = MethodHandles.publicLookup().findStatic(entries, "except", MethodType.methodType(void.class));
        // What the first one would load, maybe where no stack is left for it.
        for (Throwable thrown : new Throwable[] {new NullPointerException(), new ArrayIndexOutOfBoundsException()}) {
            thrown.getStackTrace();
        }
    }

    /** The runtime's method returns to the handler that it has found. */
    public static void returns(long caller, long node, int slot) {
        Thread thread = Thread.currentThread();
        if (JopCache.KIND != JopCache.NO_CACHE) {
            long handler = thread.jopState.image.handler;
            if (handler == 0) {
                JopNode.count(node, slot + Math.min(JopFrames.startWords(), LOADS - 1));
            } else if (!JopCache.look(thread, handler)) {
                JopNode.count(node, slot + Math.min(JopProfile.words[JopNode.method(handler)], LOADS - 1));
            }
        }
        thread.jopNode = caller;
    }

    /** A method is left by an exception. */
    public static Throwable left(Throwable thrown, long node, int fault) {
        if (ours.isInstance(thrown)) {
            return thrown;
        }
        int cause = thrown.getClass() == NullPointerException.class ? NULL
                : thrown.getClass() == ArrayIndexOutOfBoundsException.class ? BOUNDS : 0;
        return cause == 0 ? thrown : again(thrown, node, fault, cause);
    }

    /** A method handles an exception. */
    public static Throwable caught(Throwable thrown, long node, int fault) {
        return ours.isInstance(thrown) ? thrown : JopHost.thrown(left(thrown, node, fault));
    }

    /** Has the exception entry throw what the host threw in a context. */
    private static Throwable again(Throwable thrown, long node, int fault, int cause) {
        Thread thread = Thread.currentThread();
        JopFrames.Image image = thread.jopState.image;
        long faulty = image.faulty;
        int place = image.faultPlace;
        int before = image.cause;
        if (!find(image, thrown, node)) {
            return thrown;
        }
        if (fault != 0) {
            int last = fault % MOST_PATHS - 1;
            int path = cause == NULL ? 0 : JopExceptions.indexPath(thrown);
            JopNode.count(node, fault / MOST_PATHS + Math.min(path, last));
        }
        image.faulty = node;
        image.cause = cause;
        JopProfile.resume(node);
        try {
            except.invokeExact();
            return thrown;
        } catch (Throwable made) {
            return made;
        } finally {
            image.faulty = faulty;
            image.faultPlace = place;
            image.cause = before;
        }
    }

    /** Finds where in a context an exception was thrown. */
    private static boolean find(JopFrames.Image image, Throwable thrown, long node) {
        JopProfile.suspend();
        StackTraceElement[] calls = thrown.getStackTrace();
        int found = JopFrames.find(calls, 0, JopFrames.shape(node));
        if (found < calls.length) {
            image.faultPlace = Math.max(0, calls[found].getLineNumber() - 1);
        }
        JopProfile.resume(node);
        return found < calls.length;
    }

    /** Cause of the exception that the hardware has found. */
    static int cause() {
        return Thread.currentThread().jopState.image.cause;
    }

    /** Monitors that the thread holds on JOP. */
    public static int locks() {
        JopThread state = Thread.currentThread().jopState;
        return state == null ? 0 : state.locks;
    }

    /** Sets {@link #locks}. */
    public static void lock(int count) {
        Thread.currentThread().jopState.locks = count;
    }

    /** A monitor is left; that takes another path while others are held. */
    public static void leaves(long node, int slot) {
        if (locks() > 1) {
            JopNode.count(node, slot);
        }
    }

    /** Whether one of so many lengths is below 0; then the stack has them. */
    public static boolean refuses(int a, int b, int c, int d, int e, int f, int levels) {
        if ((a | b | c | d | e | f) >= 0) {
            return false;
        }
        Thread.currentThread().jopState.image.lengths = java.util.Arrays.copyOf(new int[] {a, b, c, d, e, f}, levels);
        return true;
    }

    /** Whether an array does not take an element there. */
    public static boolean refuses(Object[] array, int index, Object value) {
        return array == null || index < 0 || index >= array.length
                || value != null && !array.getClass().getComponentType().isInstance(value);
    }
}
