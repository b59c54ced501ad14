package com.jopdesign.sys;

/**
 * First Java code to run, and the last (spec 12 section 11).
 */
public final class Startup {

    /** Smallest memory that is looked for; an image needs more than half of it. */
    private static final int SMALLEST_MEMORY = 0x2000;

    /** Addresses from here on are scratchpad and devices (spec 12 section 5). */
    private static final int LARGEST_MEMORY = 0x400000;

    private static final int MEMORY_STEP = 1024;

    /** A word of memory. */
    private static final int MEMORY = 0;
    /** Word 0 by another name. */
    private static final int WRAPS = 1;
    /** Keeps nothing. */
    private static final int NOTHING = 2;

    private Startup() {
    }

    /**
     * Entry point, called by the microcode. It has at most two locals: the walkers of the stack
     * know its frame by its low address.
     */
    static void boot() {
        Native.wr(0, Const.IO_INTERRUPT_MASK);
        while (Native.rd(Const.IO_CPU_ID) != 0) {
            // Programs run on core 0 alone.
        }
        Heap.init(memorySize());
        Native.wr(1, Const.IO_INTERRUPT_CLEAR);
        Native.wr(1, Const.IO_INTERRUPT_ENABLE);
        try {
            initialiseClasses();
            runMain();
        } catch (Throwable uncaught) {
            JVMHelp.report(uncaught, "main");
            exit(1);
        }
        exit(0);
    }

    /** Ends the program: a simulator stops at the write, hardware spins. */
    public static void exit(int status) {
        Native.wr(0, Const.IO_INTERRUPT_ENABLE);
        Native.wr(status, Const.IO_EXIT);
        while (true) {
            // The machine has nowhere to return to.
        }
    }

    private static void runMain() {
        // A copy on the heap: the collector does not look into the image's array.
        String[] given = LinkInfo.arguments;
        String[] arguments = new String[given.length];
        for (int i = 0; i < given.length; ++i) {
            arguments[i] = given[i];
        }
        Native.invoke(Native.toInt(arguments), Native.rdMem(Native.rdMem(1) + Const.POINTER_MAIN));
    }

    private static void initialiseClasses() {
        try {
            int list = Native.rdMem(1) + Const.POINTER_INITIALISERS;
            int end = list + Native.rdMem(list);
            while (++list <= end) {
                Native.invoke(Native.rdMem(list));
            }
        } catch (Exception cause) {
            throw new ExceptionInInitializerError(cause);
        }
    }

    /**
     * Number of words of main memory: a power of two is found at once, another size if it is a multiple of 1024.
     */
    private static int memorySize() {
        int size = SMALLEST_MEMORY;
        while (size < LARGEST_MEMORY) {
            int end = probe(size);
            if (end == WRAPS) {
                return size;
            }
            if (end != MEMORY) {
                break;
            }
            size <<= 1;
        }
        if (size == LARGEST_MEMORY) {
            // All of it, or less and every address beyond is another name of one below.
            size = SMALLEST_MEMORY;
        } else {
            size >>>= 1;
        }
        while (size < LARGEST_MEMORY && probe(size) == MEMORY) {
            size += MEMORY_STEP;
        }
        return size;
    }

    /** What lies at an address; leaves it unchanged. */
    private static int probe(int address) {
        int first = Native.rdMem(0);
        int saved = Native.rdMem(address);
        Native.wrMem(~saved, address);
        int kept = Native.rdMem(address);
        int result = Native.rdMem(0) != first ? WRAPS : kept == ~saved ? MEMORY : NOTHING;
        Native.wrMem(saved, address);
        return result;
    }
}
