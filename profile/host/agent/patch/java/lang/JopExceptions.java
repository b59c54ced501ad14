package java.lang;

/**
 * What the cost of an exception depends on: who throws it, the frames that are left and the handlers that are looked at until
 * one takes it. That is counted in a context of the runtime's method that does the work, below the method that throws.
 */
public final class JopExceptions {

    /** Counts below a thrower: of {@code athrow}, of what routines throw, and of frames and handlers. */
    public static final int ATHROW_COUNTS = 10;

    /** Counts of what the hardware throws, and of frames and handlers. */
    public static final int HARDWARE_COUNTS = 7;

    /** More than the paths of any bytecode. */
    private static final int MOST_PATHS = 8;

    private static final int DIVISION = 5;
    private static final int ATHROW_DEPTH = 9;
    private static final int HARDWARE_DEPTH = 2;

    /** Numbers of the methods that profiles have for them; -1 to count nothing. */
    public static int athrowMethod = -1;
    public static int hardwareMethod = -1;

    /** Tells a method's name. */
    public static Names names;

    private JopExceptions() {
    }

    /** Knows methods by their numbers. */
    public interface Names {
        /** Whether a method has this name, as {@code package.Class.method}. */
        boolean is(int method, String name);
    }

    /** What a thread is throwing. */
    static final class Flight {
        Throwable thrown;
        /** Context with the counts to add to; 0 if nobody knows where it came from. */
        long node;
        /** First of the counts of frames and handlers. */
        int frames;
        /** Where the hardware found null or a bad index, until that method has told by which bytecode. */
        long met;
        /** Place of what it found among the paths of an access. */
        int path;
    }

    /** What code notes for a bytecode with so many paths of its own, for null first, whose counts begin there. */
    public static int fault(int first, int paths) {
        return first * MOST_PATHS + paths;
    }

    /** Loads what the first exception would load, maybe where no stack is left for the agent to be asked. */
    public static void prepare() {
        for (Throwable thrown : new Throwable[] {new NullPointerException(), new ArrayIndexOutOfBoundsException(),
                new ArithmeticException(), new ClassCastException(), new NegativeArraySizeException(), new ArrayStoreException()}) {
            thrown.getStackTrace();
        }
    }

    /** A method throws. */
    public static void athrow(Throwable thrown, long thrower) {
        if (athrowMethod >= 0 && thrown != null) {
            Flight flight = Thread.currentThread().jopState.flight;
            flight.thrown = thrown;
            flight.met = 0;
            below(flight, thrower, athrowMethod, 1);
            JopNode.count(flight.node, 0);
        }
    }

    private static void below(Flight flight, long thrower, int method, int frames) {
        long context = JopNode.callee(thrower, method);
        JopNode.call(context);
        flight.node = context;
        flight.frames = frames;
    }

    /** An exception goes on as another one, which stands for it in our library. */
    static void replace(Throwable thrown, Throwable other) {
        Flight flight = flight(thrown, Thread.currentThread().jopNode);
        if (flight != null) {
            flight.thrown = other;
        }
    }

    /** A method is left by an exception; {@code fault} is what its code has noted last. */
    public static void leave(Throwable thrown, long context, int handlers, int locks, int fault) {
        Flight flight = flight(thrown, context);
        if (flight != null) {
            tell(flight, context, fault);
            JopNode.count(flight.node, flight.frames);
            JopNode.add(flight.node, flight.frames + 1, handlers);
            JopNode.add(flight.node, flight.frames + 3, locks);
        }
    }

    /**
     * A method handles an exception of a type with its {@code handlers}th handler, behind {@code refused} handlers of other types;
     * no type takes all.
     */
    public static void handle(Throwable thrown, long context, int handlers, int refused, int fault, String type) {
        Flight flight = flight(thrown, context);
        if (flight == null) {
            return;
        }
        tell(flight, context, fault);
        JopNode.count(flight.node, flight.frames);
        JopNode.add(flight.node, flight.frames + 1, handlers);
        if (refused != 0) {
            JopNode.add(flight.node, flight.frames + 2, (long) refused * steps(thrown, ""));
        }
        if (type != null) {
            JopNode.add(flight.node, flight.frames + 2, steps(thrown, type));
        }
        flight.thrown = null;
    }

    /** Counts the path of the bytecode that met null or a bad index, if that was in this method. */
    private static void tell(Flight flight, long context, int fault) {
        if (flight.met == context && fault != 0) {
            int last = fault % MOST_PATHS - 1;
            JopNode.count(context, fault / MOST_PATHS + (flight.path < last ? flight.path : last));
        }
        flight.met = 0;
    }

    /** Classes that are looked at until the type is found. */
    private static int steps(Throwable thrown, String type) {
        long running = JopProfile.suspend();
        try {
            int steps = 1;
            for (Class<?> at = thrown.getClass(); at != null && !at.getName().equals(type); at = at.getSuperclass()) {
                ++steps;
            }
            return steps;
        } finally {
            JopProfile.resume(running);
        }
    }

    /** What is known of an exception; null for one of code that is not covered. */
    private static Flight flight(Throwable thrown, long context) {
        if (athrowMethod < 0) {
            return null;
        }
        Flight flight = Thread.currentThread().jopState.flight;
        if (flight.thrown != thrown) {
            flight.thrown = thrown;
            flight.node = 0;
            flight.met = 0;
            begin(flight, thrown, context);
        }
        return flight.node == 0 ? null : flight;
    }

    /** An exception that no {@code athrow} of the program threw. */
    private static void begin(Flight flight, Throwable thrown, long context) {
        int hardware = thrown.getClass() == NullPointerException.class ? 0
                : thrown.getClass() == ArrayIndexOutOfBoundsException.class ? 1 : -1;
        int routine = thrown.getClass() == ArithmeticException.class ? 0
                : thrown.getClass() == ClassCastException.class ? 1
                : thrown.getClass() == NegativeArraySizeException.class ? 2
                : thrown.getClass() == ArrayStoreException.class ? 3 : -1;
        if (hardware < 0 && routine < 0 || !isFrom(thrown, context)) {
            return;
        }
        int depth = 0;
        for (long at = context; JopNode.parent(at) != 0; at = JopNode.parent(at)) {
            ++depth;
        }
        if (hardware >= 0) {
            below(flight, context, hardwareMethod, HARDWARE_DEPTH + 1);
            JopNode.count(flight.node, hardware);
            JopNode.add(flight.node, HARDWARE_DEPTH, depth);
            flight.met = context;
            flight.path = hardware == 0 ? 0 : indexPath(thrown);
        } else {
            below(flight, context, athrowMethod, 1);
            JopNode.count(flight.node, DIVISION + routine);
            JopNode.add(flight.node, ATHROW_DEPTH, depth);
        }
    }

    /**
     * How the memory unit meets the index that an exception names: plainly too large, with bit 22, or with others of its upper
     * bits and outside or inside of the array by the rest. Exceptions that the compiler throws name none.
     */
    static int indexPath(Throwable thrown) {
        long running = JopProfile.suspend();
        try {
            String[] words = String.valueOf(thrown.getMessage()).split(" ");
            if (words.length < 2) {
                return 1;
            }
            int index = Integer.parseInt(words[1]);
            int length = Integer.parseInt(words[words.length - 1]);
            if ((index & 1 << 22) != 0) {
                return 2;
            }
            return index >>> 21 == 0 ? 1 : (index & (1 << 23) - 1) >= length ? 3 : 4;
        } catch (NumberFormatException other) {
            return 1;
        } finally {
            JopProfile.resume(running);
        }
    }

    /** The name of a method of which a copy may run; see {@code joplab.cross.Copies}. */
    private static String written(String running) {
        return running.endsWith("$jop") ? running.substring(0, running.length() - "$jop".length()) : running;
    }

    /** Whether the innermost call of an exception is that of a context; those that the compiler throws have none. */
    private static boolean isFrom(Throwable thrown, long context) {
        long running = JopProfile.suspend();
        try {
            StackTraceElement[] calls = thrown.getStackTrace();
            return calls.length == 0
                    || names.is(JopNode.method(context), JopHost.original(calls[0].getClassName()) + "." + written(calls[0].getMethodName()));
        } finally {
            JopProfile.resume(running);
        }
    }
}
