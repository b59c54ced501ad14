package com.jopdesign.sys;

/**
 * Entries that the microcode calls by their position, and what they share.
 *
 * <p>The order of the first four methods is fixed: interrupt is the first, {@link #except} the
 * fourth (spec 12 sections 6 and 7). No constructor may stand before them, no initialiser anywhere.
 */
public final class JVMHelp {

    private static final int LALOAD = 47;
    private static final int DALOAD = 49;
    private static final int IASTORE = 79;
    private static final int LASTORE = 80;
    private static final int DASTORE = 82;

    /** Reports an exception in place of {@link #report}; null if the program does not want it. */
    public static Runnable reporter;

    /** Interrupt entry. The hardware has switched interrupts off. */
    static void interrupt() {
        if (Native.getSP() > Scheduler.highestTick) {
            Native.wr(Native.rd(Const.IO_MICROSECONDS) + Scheduler.RETRY, Const.IO_TIMER);
        } else {
            Scheduler.tick();
        }
        Native.wr(1, Const.IO_INTERRUPT_ENABLE);
    }

    /** Second entry: a null reference found by software; the linker calls it where a program locks null. */
    static void nullPoint() {
        throw new NullPointerException();
    }

    /** Third entry: an index out of bounds found by software. */
    static void arrayBound() {
        throw new ArrayIndexOutOfBoundsException();
    }

    /** Exception entry: the cause is in the exception register, the place in the caller's frame. */
    static void except() {
        int frame = Native.getSP() - 4;
        int cause = Native.rd(Const.IO_EXCEPTION) & 7;
        if (cause == Const.EXCEPTION_STACK_OVERFLOW) {
            // No room for another call up here: keep a copy for the trace and start again at the bottom.
            for (int i = Const.STACK_START; i < frame + 5; ++i) {
                Native.wrMem(Native.rdIntMem(i), Core.all[Native.rd(Const.IO_CPU_ID)].stackCopy + 1 - Const.STACK_START + i);
            }
            Native.setSP(Const.STACK_START + 8);
            StackOverflow.end(frame);
        }
        String message = null;
        if (cause == Const.EXCEPTION_BOUNDS && Native.rdIntMem(Const.RAM_VERSION) == Const.VERSION_STRICT) {
            message = boundsMessage(frame);
        }
        // A timer interrupt of the same moment is lost (spec 12 section 6).
        Native.wr(Native.rd(Const.IO_MICROSECONDS) + 100, Const.IO_TIMER);
        // Taking the exception has switched interrupts off.
        Native.wr(1, Const.IO_INTERRUPT_ENABLE);
        if (cause == Const.EXCEPTION_NULL) {
            throw new NullPointerException();
        }
        if (cause == Const.EXCEPTION_BOUNDS) {
            throw new ArrayIndexOutOfBoundsException(message);
        }
        throw new InternalError("exception register: " + cause);
    }

    /**
     * Index and length of the array access that failed in the method whose state is saved in {@code frame}. The strict microcode
     * keeps its operands in variables (arrays.asm, system_entries.asm), which no bytecode up to here has changed.
     */
    private static String boundsMessage(int frame) {
        int bytecode = StackWalker.codeByte(Native.rdMem(Native.rdIntMem(frame + 4)) >>> 10, Native.rdIntMem(frame + 1) - 1);
        int array = Native.rdIntMem(Const.RAM_BASE);
        int index = Native.rdIntMem(Const.RAM_INDEX);
        if (bytecode == LALOAD || bytecode == DALOAD || bytecode == LASTORE || bytecode == DASTORE) {
            // Accesses of two words leave the reference on the stack.
            array = Native.rdIntMem(Native.rdIntMem(frame));
        } else if (bytecode >= IASTORE) {
            array = Native.rdIntMem(Const.RAM_HIGH);
            index = Native.rdIntMem(Const.RAM_LOW);
        }
        return "Index " + index + " out of bounds for length " + Native.rdMem(array + Const.HANDLE_METHODS);
    }

    /** Reports the bytecode that led here, through a method of {@link JVM}, as not implemented. */
    static void noim() {
        int frame = StackWalker.callerFrame(Native.getSP() - 4);
        int pc = Native.rdIntMem(frame + 1) - 1;
        int code = Native.rdMem(Native.rdIntMem(frame + 4)) >>> 10;
        int bytecode = StackWalker.codeByte(code, pc);
        throw new InternalError("bytecode " + bytecode + " is not implemented");
    }

    /** Prints an exception that no handler of a thread caught. */
    public static void report(Throwable uncaught, String thread) {
        if (reporter != null) {
            Scheduler.current().uncaught = uncaught;
            reporter.run();
            return;
        }
        synchronized (System.err) {
            System.err.print("Exception in thread \"");
            System.err.print(thread);
            System.err.print("\" ");
            uncaught.printStackTrace();
        }
    }

    /** The exception to be reported. */
    public static Throwable takeException() {
        Task task = Scheduler.current();
        Throwable taken = task.uncaught;
        task.uncaught = null;
        return taken;
    }
}
