package com.jopdesign.sys;

/**
 * End of a program whose stack met its limit: the hardware's signal stays until reset, so
 * no handler can go on (spec 12 sections 1 and 7).
 */
final class StackOverflow {

    private StackOverflow() {
    }

    /**
     * Prints the trace from the copy of the stack and exits.
     *
     * @param frame address of the topmost frame
     */
    static void end(int frame) {
        int copy = Core.self().stackCopy + 1 - Const.STACK_START;
        if (Native.rdIntMem(Const.RAM_LOCK_COUNT) != 0) {
            // The stack was full in the middle of the runtime.
            Scheduler.unlock();
        }
        // Without a monitor: the lock table may be full.
        Startup.complain("Exception in thread \"main\" java.lang.StackOverflowError\n");
        int calls = 0;
        for (int next = frame; next > Const.LAST_FRAME; next = callerFrame(copy, next)) {
            ++calls;
        }
        TraceMessage.begin(calls, 0, 0);
        for (; calls > 0; --calls) {
            int pc = Native.rdMem(copy + frame + 1);
            Output.put(Native.rdMem(copy + frame + 4), Const.IO_TRACE);
            // The signal may come before a method's first bytecode.
            Output.put(pc > 0 ? pc - 1 : 0, Const.IO_TRACE);
            frame = callerFrame(copy, frame);
        }
        Startup.exit(1);
    }

    /** As {@link StackWalker#callerFrame}, in the copy. */
    private static int callerFrame(int copy, int frame) {
        int sizes = Native.rdMem(Native.rdMem(copy + frame + 4) + 1);
        return Native.rdMem(copy + frame + 2) + (sizes & 31) + (sizes >>> 5 & 31);
    }
}
