package com.jopdesign.sys;

/**
 * Time since reset. The counter has 32 bits and turns over after 71 minutes; turns are
 * noticed if the time is asked for more often than that.
 */
public final class Clock {

    private static int last;
    private static int turns;

    private Clock() {
    }

    /** Microseconds since reset. */
    public static long microseconds() {
        Scheduler.lock();
        int now = Native.rd(Const.IO_MICROSECONDS);
        if (now + 0x80000000 < last + 0x80000000) {
            ++turns;
        }
        last = now;
        int high = turns;
        Scheduler.unlock();
        return Native.makeLong(high, now);
    }
}
