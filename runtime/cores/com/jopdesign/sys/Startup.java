package com.jopdesign.sys;

/**
 * First Java code to run, and the last (spec 12 section 11). Core 0 prepares memory and classes, then starts the others.
 */
public final class Startup {

    /** Smallest memory that is looked for; an image needs more than half of it. */
    private static final int SMALLEST_MEMORY = 0x2000;

    /** Addresses from here on are scratchpad and devices (spec 12 section 5). */
    private static final int LARGEST_MEMORY = 0x400000;

    /** Words that are marked in a memory of unusual size. */
    private static final int STEP = 512;
    private static final int MARK = 0x5a3c0000;

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
        if (Native.rd(Const.IO_CPU_ID) != 0) {
            Scheduler.serve();
        }
        Heap.init(memorySize());
        Scheduler.init();
        try {
            initialiseClasses();
            Scheduler.startCores();
            Native.invoke(arguments(), Native.rdMem(Native.rdMem(1) + Const.POINTER_MAIN));
        } catch (Throwable uncaught) {
            JVMHelp.report(uncaught, "main");
            end(1);
        }
        end(0);
    }

    /** The end of main, which is that of the program when all other threads are done. */
    private static void end(int status) {
        Scheduler.awaitOthers();
        exit(status);
    }

    /** Ends the program, from any core: a simulator stops at the write of core 0, hardware spins. */
    public static void exit(int status) {
        if (Native.rd(Const.IO_CPU_ID) == 0) {
            Output.end(status);
        }
        Output.askForEnd(status);
    }

    /** Writes an error text; this needs neither objects, streams nor monitors. */
    static void complain(String message) {
        int[] text = Native.toIntArray(Native.getField(Native.toInt(message), 0));
        for (int i = 0; i < text.length; ++i) {
            Output.put(text[i], Const.IO_STDERR);
        }
    }

    /** Handle of the arguments: a copy on the heap, as the collector does not look into the image's array. */
    private static int arguments() {
        String[] given = LinkInfo.arguments;
        String[] arguments = new String[given.length];
        for (int i = 0; i < given.length; ++i) {
            arguments[i] = given[i];
        }
        return Native.toInt(arguments);
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

    /** Number of words of main memory, whose addresses wrap at its end or go nowhere behind it. */
    private static int memorySize() {
        for (int size = SMALLEST_MEMORY; size < LARGEST_MEMORY; size <<= 1) {
            if (probe(size) == WRAPS) {
                return size;
            }
        }
        return unusualSize();
    }

    /**
     * Number of words if it is no power of two: marks some words behind the image and looks in steps for an address
     * that is another name of one of them. In a very small memory the marks already come to the end.
     */
    private static int unusualSize() {
        int marks = Native.rdMem(0);
        for (int i = 0; i < STEP; ++i) {
            if (probe(marks + i) != MEMORY) {
                return marks + i;
            }
            Native.wrMem(MARK + i, marks + i);
        }
        int address = marks + STEP;
        while (address < LARGEST_MEMORY && probe(address) == MEMORY) {
            int i = Native.rdMem(address) - MARK;
            if (i >= 0 && i < STEP) {
                Native.wrMem(0, address);
                if (Native.rdMem(marks + i) == 0) {
                    return address - marks - i;
                }
            }
            address += STEP;
        }
        return address < LARGEST_MEMORY ? address - STEP : LARGEST_MEMORY;
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
