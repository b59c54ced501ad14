package joplab;

import com.jopdesign.sys.CoreFigures;
import com.jopdesign.sys.Scheduler;

/**
 * The cores of the machine (docs/cores.md). A thread that is started here stays on its core; {@link Thread#join} waits for it.
 */
public final class Cores {

    private Cores() {
    }

    /** Number of cores. */
    public static int count() {
        return CoreFigures.count();
    }

    /** Number of the core that asks. */
    public static int current() {
        return CoreFigures.current();
    }

    /** Starts a thread on a core. */
    public static Thread start(int core, Runnable body) {
        if (core < 0 || core >= count()) {
            throw new IllegalArgumentException("core " + core + " of " + count());
        }
        Thread thread = new Thread(body, "core " + core);
        Scheduler.placeNext(core);
        thread.start();
        return thread;
    }

    /** Number of garbage collections that a core has stopped for. */
    public static int pauses(int core) {
        return CoreFigures.pauses(core);
    }

    /** Longest pause of a core for a garbage collection. Unit: clock cycles. */
    public static int longestPause(int core) {
        return CoreFigures.longestPause(core);
    }

    /** Sum of the pauses of a core for garbage collections. Unit: clock cycles. */
    public static int pauseCycles(int core) {
        return CoreFigures.pauseCycles(core);
    }
}
