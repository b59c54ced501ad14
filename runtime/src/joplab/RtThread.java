package joplab;

import com.jopdesign.sys.PeriodicTask;

/**
 * A thread of fixed priority that does a job in each period. {@code jop wcet --method RtThread} bounds the time from its release to the end of its job.
 *
 * <pre>
 * new RtThread(2, 1000) {
 *     protected void job() {
 *         control.step();
 *     }
 * };
 * RtThread.startMission();
 * </pre>
 *
 * <p>The released thread of the highest priority runs; main goes on while there is none, and the program ends when main returns. A program
 * has either these threads or those of {@link java.lang.Thread}.
 */
public class RtThread extends PeriodicTask {

    /** A thread that is first released at the start of the mission; the period is in microseconds. */
    public RtThread(int priority, int period) {
        super(priority, period, 0);
    }

    /** A thread that is first released some microseconds after the start of the mission. */
    public RtThread(int priority, int period, int offset) {
        super(priority, period, offset);
    }

    /** Does a job in each period, for ever. */
    @Override
    protected void run() {
        while (true) {
            job();
            waitForNextPeriod();
        }
    }

    /** What is done in each period. */
    protected void job() {
        // Nothing, unless a subclass says what.
    }

    /** Releases all threads from now on. */
    public static void startMission() {
        start();
    }
}
