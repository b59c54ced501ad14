package com.jopdesign.sys;

/** What programs may know of the cores. */
public final class CoreFigures {

    private CoreFigures() {
    }

    /** Number of cores. */
    public static int count() {
        return Core.all.length;
    }

    /** Number of the core that asks. */
    public static int current() {
        return Native.rd(Const.IO_CPU_ID);
    }

    /** Collections that a core has stopped for. */
    public static int pauses(int core) {
        return Core.all[core].pauses;
    }

    /** Longest of their pauses. Unit: cycles. */
    public static int longestPause(int core) {
        return Core.all[core].longestPause;
    }

    /** Sum of their pauses. Unit: cycles. */
    public static int pauseCycles(int core) {
        return Core.all[core].pauseCycles;
    }
}
