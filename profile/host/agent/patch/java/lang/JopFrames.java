package java.lang;

import com.jopdesign.sys.Routines;

/**
 * The stack of JOP as far as exceptions look at it: the frames of the running contexts with the five words that each has saved of its
 * caller, at the addresses that they have there. A stack trace of the host tells where each method is (see
 * {@link JopShape}); frames of what is not counted are passed over.
 */
public final class JopFrames {

    /** Handle of the exception that is being made. */
    static final int SELF = 0x3fff_ffff;

    /** Behind the names of copies that calls are bound to. */
    public static final String COPY = "$jop";

    /** Locals of the start of the runtime, which is below everything. */
    private static final int FIRST_LOCAL = 67;
    private static final int SAVED = 5;
    private static final int LOCK_COUNT = 5;

    /** A structure of zeros, of a method without arguments and locals. */
    private static final int NO_STRUCTURE = 0x3fff_fff0;

    /** Shapes by the numbers of methods. */
    private static volatile JopShape[] shapes = {};

    /** Whether methods, by number, are constructors of exceptions, or called by these. */
    private static boolean[] isAtWork = {};

    /** The start of the runtime, and what runs the initialisers of classes; and where they call the program. */
    private static JopShape boot;
    private static int bootPlace;
    private static JopShape initialisers;
    private static int initialisersPlace;
    private static int bootToInitialisers;

    private JopFrames() {
    }

    /** The image of a thread's stack. */
    static final class Image {
        private int[] words = new int[1024];
        /** Contexts with the innermost first, and where their locals begin. */
        private long[] nodes = {};
        private int[] locals = {};
        private int[] places = {};
        /** The running method's frame. */
        private int frame;
        /** The context that the exception goes to which is thrown; 0 if that is none of the program's. */
        long handler;
        /** The context in which the hardware found null or a bad index, the place there, and the cause; 0 for none. */
        long faulty;
        int faultPlace;
        int cause;
        /** Operands of the caller that the running method looks for on the stack; null for none. */
        int[] lengths;

        private void save(int frame, int pc, JopShape shape, int local, int above) {
            if (frame + SAVED > words.length) {
                words = java.util.Arrays.copyOf(words, frame * 2);
            }
            words[frame] = above - 1;
            words[frame + 1] = pc;
            words[frame + 2] = local;
            words[frame + 3] = shape == null ? 0 : Routines.read(shape.structure + 1) >>> 10;
            words[frame + 4] = shape == null ? NO_STRUCTURE : shape.structure;
        }
    }

    static void start(int[] atWork) {
        for (int number : atWork) {
            if (number >= isAtWork.length) {
                isAtWork = java.util.Arrays.copyOf(isAtWork, number * 2 + 16);
            }
            isAtWork[number] = true;
        }
    }

    /** Tells what frames of a method look like. */
    public static synchronized void define(int number, String owner, String name, JopShape shape) {
        shape.owner = owner;
        shape.name = name;
        JopShape[] longer = java.util.Arrays.copyOf(shapes, Math.max(shapes.length, number + number / 2 + 64));
        longer[number] = shape;
        shapes = longer;
    }

    /** Tells what is below the program: where the start calls main, and that which runs initialisers, and where that calls one. */
    public static void defineStart(JopShape start, int main, int toInitialisers, JopShape initialises, int initialiser) {
        boot = start;
        bootPlace = main;
        bootToInitialisers = toInitialisers;
        initialisers = initialises;
        initialisersPlace = initialiser;
    }

    /** Whether it is known where the frames lie. */
    static boolean isTrue() {
        return boot != null;
    }

    static JopShape shape(long node) {
        int number = JopNode.method(node);
        return number < shapes.length ? shapes[number] : null;
    }

    private static Image image() {
        return Thread.currentThread().jopState.image;
    }

    /** Address of the last word of the frame with the state of the caller of the running method. */
    static int top() {
        long running = JopProfile.suspend();
        try {
            Image image = image();
            find(image, running);
            lay(image);
            return image.frame + SAVED - 1;
        } finally {
            JopProfile.resume(running);
        }
    }

    /** Finds the contexts, and where each is. */
    private static void find(Image image, long running) {
        int count = 0;
        for (long at = running; at != 0 && JopNode.method(at) >= 0; at = JopNode.parent(at)) {
            ++count;
        }
        image.nodes = new long[count];
        image.places = new int[count];
        image.locals = new int[count];
        StackTraceElement[] calls = new Throwable().getStackTrace();
        int call = 0;
        long at = running;
        for (int i = 0; i < count; ++i) {
            image.nodes[i] = at;
            int found = find(calls, call, shape(at));
            if (found < calls.length) {
                image.places[i] = Math.max(0, calls[found].getLineNumber() - 1);
                call = found + 1;
            }
            if (at == image.faulty) {
                image.places[i] = image.faultPlace;
            }
            at = JopNode.parent(at);
        }
    }

    /** The first call of a method from a place on; behind the last one if there is none. */
    static int find(StackTraceElement[] calls, int from, JopShape shape) {
        int at = from;
        while (at < calls.length && (shape == null || !isNamed(calls[at].getMethodName(), shape.name)
                || !calls[at].getClassName().equals(shape.owner))) {
            ++at;
        }
        return at;
    }

    /** The name in the program of a method or of its copy. */
    static String written(String called) {
        return called.endsWith(COPY) ? called.substring(0, called.length() - COPY.length()) : called;
    }

    /** Whether a method, or its copy that calls are bound to, has this name. */
    private static boolean isNamed(String called, String name) {
        return called.startsWith(name) && (called.length() == name.length()
                || called.length() == name.length() + COPY.length() && called.endsWith(COPY));
    }

    /** Lays the frames out, the outermost first. */
    private static void lay(Image image) {
        int frame = FIRST_LOCAL + words(boot);
        int local = FIRST_LOCAL;
        JopShape shape = boot;
        int pc = 0;
        int operands = 0;
        int count = image.nodes.length;
        boolean initialises = count > 0 && shape(image.nodes[count - 1]) != null && shape(image.nodes[count - 1]).name.equals("<clinit>");
        if (boot != null) {
            int place = initialises ? bootToInitialisers : bootPlace;
            pc = boot.calls[place];
            operands = boot.below[place];
        }
        if (initialises && initialisers != null) {
            int below = local;
            local = frame + SAVED + operands;
            frame = local + words(initialisers);
            image.save(frame, pc, boot, below, local);
            shape = initialisers;
            pc = initialisers.calls[initialisersPlace];
            operands = initialisers.below[initialisersPlace];
        }
        for (int i = count - 1; i >= 0; --i) {
            JopShape running = shape(image.nodes[i]);
            int below = local;
            local = frame + SAVED + operands;
            frame = local + words(running);
            image.save(frame, pc, shape, below, local);
            image.locals[i] = local;
            image.words[local] = isAtWork(image, i) ? SELF : 0;
            int place = image.places[i];
            shape = running;
            boolean isFaulty = image.nodes[i] == image.faulty;
            boolean isKnown = running != null && place < running.calls.length;
            pc = !isKnown ? 0 : isFaulty ? running.ends[place] : running.calls[place];
            operands = !isKnown ? 0 : isFaulty ? running.behind[place] : running.below[place];
        }
        image.frame = frame;
        if (image.lengths != null) {
            int[] lengths = image.lengths;
            System.arraycopy(lengths, 0, image.words, local - lengths.length, lengths.length);
            image.lengths = null;
        }
    }

    /** Words of arguments and locals. */
    private static int words(JopShape shape) {
        int sizes = shape == null ? 0 : Routines.read(shape.structure + 1);
        return (sizes & 31) + (sizes >>> 5 & 31);
    }

    /** Whether a method has the exception as its object which the running method is to fill in. */
    private static boolean isAtWork(Image image, int place) {
        for (int i = 1; i <= place; ++i) {
            int number = JopNode.method(image.nodes[i]);
            JopShape shape = shape(image.nodes[i]);
            boolean passes = i == 1 || shape == null || shape.passesThis[image.places[i]];
            if (!passes || number >= isAtWork.length || !isAtWork[number]) {
                return false;
            }
        }
        return place > 0;
    }

    /** A word of the stack. */
    static int read(int address) {
        Image image = image();
        if (address == LOCK_COUNT) {
            return JopThrows.locks();
        }
        return address < FIRST_LOCAL || address >= image.words.length ? 0 : image.words[address];
    }

    /** Writes a word of the stack: the state of a handler, in place of that of the method that throws. */
    static void write(int value, int address) {
        Image image = image();
        if (address < FIRST_LOCAL || address >= image.words.length) {
            return;
        }
        image.words[address] = value;
        if (address == image.frame + 2) {
            image.handler = 0;
            for (int i = 1; i < image.nodes.length; ++i) {
                if (image.locals[i] == value) {
                    image.handler = image.nodes[i];
                }
            }
        }
    }

    /** Words of the code of the runtime's start. */
    static int startWords() {
        return boot == null ? 0 : Routines.read(boot.structure) & 0x3ff;
    }
}
