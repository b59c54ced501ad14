package com.jopdesign.sys;

/** What stands in for periodic threads where several cores run a program: they are scheduled on one core only. */
public abstract class PeriodicTask {

    /** There is none. */
    protected PeriodicTask(int priority, int period, int offset) {
        throw new UnsupportedOperationException("RtThread runs on one core; start threads with joplab.Cores, or link for a machine of one core");
    }

    /** What the task does. */
    protected abstract void run();

    /** Releases nothing. */
    protected static void start() {
        // There is no task.
    }

    /** Waits for nothing. */
    public final boolean waitForNextPeriod() {
        return true;
    }

    /** How many jobs ended after the next release. */
    public final int missed() {
        return 0;
    }

    /** The microsecond of the release. */
    public final int release() {
        return 0;
    }

    /** The priority. */
    public final int priority() {
        return 0;
    }

    /** Microseconds from release to release. */
    public final int period() {
        return 0;
    }
}
