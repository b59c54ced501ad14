package java.lang;

/**
 * The stack of JOP as far as exceptions look at it: a frame for each running context, of which each tells where the one
 * below it lies, and whether its method is at work on the exception.
 */
final class JopFrames {

    /** Handle of the exception that is being made. */
    static final int SELF = 0x3fff_ffff;

    /** The frame that tells of the start of the runtime. */
    private static final int LAST_FRAME = 69;
    private static final int FRAME = 8;

    /** A method structure of zeros: its method has neither arguments nor locals. */
    private static final int METHOD = 0x3fff_fff0;

    /** Whether methods, by number, are constructors of exceptions, or called by these. */
    private static boolean[] isAtWork = {};

    private static final ThreadLocal<long[]> CALLERS = new ThreadLocal<>();

    private JopFrames() {
    }

    static void start(int[] atWork) {
        for (int number : atWork) {
            if (number >= isAtWork.length) {
                isAtWork = java.util.Arrays.copyOf(isAtWork, number * 2 + 16);
            }
            isAtWork[number] = true;
        }
    }

    /** Address of the last word of the frame with the state of the caller of the running method. */
    static int top() {
        long running = Thread.currentThread().jopNode;
        int count = 0;
        for (long at = JopNode.parent(running); at != 0 && JopNode.method(at) >= 0; at = JopNode.parent(at)) {
            ++count;
        }
        long[] callers = new long[count];
        long at = JopNode.parent(running);
        for (int i = 0; i < count; ++i) {
            callers[i] = at;
            at = JopNode.parent(at);
        }
        CALLERS.set(callers);
        return LAST_FRAME + FRAME * count + 4;
    }

    /** A word of the stack. */
    static int read(int address) {
        long[] callers = CALLERS.get();
        int at = address - LAST_FRAME;
        if (callers == null || at < 0) {
            return 0;
        }
        switch (at % FRAME) {
            case 0:
                // Local 0 of the method whose state the frame above has.
                return isAtWork(callers, callers.length - at / FRAME - 1) ? SELF : 0;
            case 1:
                return 1;
            case 2:
                return address - 2 - FRAME;
            case 4:
                return METHOD;
            default:
                return 0;
        }
    }

    private static boolean isAtWork(long[] callers, int place) {
        int number = place < 0 ? -1 : JopNode.method(callers[place]);
        return number >= 0 && number < isAtWork.length && isAtWork[number];
    }
}
