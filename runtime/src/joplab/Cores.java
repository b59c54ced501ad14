package joplab;

/**
 * The cores of the machine (docs/cores.md). A thread that is started here stays on its core; {@link Thread#join} waits for it.
 */
public final class Cores {

    private Cores() {
    }

    /** Number of cores. */
    public static int count() {
        return 1;
    }

    /** Number of the core that asks. */
    public static int current() {
        return 0;
    }

    /** Starts a thread on a core. */
    public static Thread start(int core, Runnable body) {
        if (core < 0 || core >= count()) {
            throw new IllegalArgumentException("core " + core + " of " + count());
        }
        Thread thread = new Thread(body, "core " + core);
        thread.start();
        return thread;
    }

    /** Number of garbage collections that a core has stopped for: none are counted on a machine of one core. */
    public static int pauses(int core) {
        return 0;
    }

    /** Longest pause of a core for a garbage collection. Unit: clock cycles. */
    public static int longestPause(int core) {
        return 0;
    }

    /** Sum of the pauses of a core for garbage collections. Unit: clock cycles. */
    public static int pauseCycles(int core) {
        return 0;
    }
}
