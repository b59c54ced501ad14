package com.jopdesign.sys;

/** One core: its tasks, and what the others have to know of it. */
final class Core {

    /** Word of the stack RAM: the handle of the running task. */
    static final int RAM_TASK = 31;

    /** Word of the stack RAM: the monitor that the running task has taken last, or 0. */
    static final int RAM_INNERMOST = 30;

    /** Cores by their numbers. */
    static Core[] all;

    /** Number of cores that take part: 1 until the others are started. */
    static int running = 1;

    /** Its number. */
    final int number;

    /** A handle, outside the others, of memory as large as the stack: for collections. */
    final int stackCopy;

    /** Words of the stack that are in that memory. */
    int stackWords;

    /** The collection for which this core has stopped. */
    volatile int stopped;

    /** Counts what other cores change for this one. */
    volatile int calls;

    /** The task that stays in the ring for ever: main on core 0, on others the boot. */
    Task anchor;

    /** The task that runs. */
    Task current;

    /** Microsecond in which another task gets its turn. */
    int sliceEnd;

    /** Collections that this core has stopped for. */
    int pauses;

    /** Sum and longest of their pauses. Unit: cycles. */
    int pauseCycles;
    int longestPause;

    Core(int number, int stackCopy) {
        this.number = number;
        this.stackCopy = stackCopy;
    }

    /** The core that asks. */
    static Core self() {
        return all[Native.rd(Const.IO_CPU_ID)];
    }

    /** Counts a pause that began in a cycle and ends now. */
    void paused(int began) {
        int cycles = Native.rd(Const.IO_CYCLES) - began;
        ++pauses;
        pauseCycles += cycles;
        if (cycles > longestPause) {
            longestPause = cycles;
        }
    }
}
