package com.jopdesign.sys;

/**
 * Lets the released {@link PeriodicTask} of the highest priority run, main while there is none.
 *
 * <p>The timer interrupts in the microsecond in which the next task of a higher priority than the running one is released. A software interrupt
 * stands in for a timer that was set too late. Stacks are exchanged as in {@link Scheduler}.
 */
final class Dispatcher implements Runnable {

    /** More microseconds than until any release. */
    private static final int NEVER = Integer.MAX_VALUE;

    /** As many words as the largest stack RAM has: {@code jop wcet} prices no copy of unknown length. */
    private static final int MOST_WORDS = 1023;

    /** Runs while no task is released. */
    private final Task background;

    Dispatcher(Task background) {
        this.background = background;
    }

    /**
     * Sets the timer and exchanges stacks. Interrupts are off.
     *
     * <p>Once the stack is exchanged, locals are gone, and the return goes to where the other task called this.
     */
    @Override
    public void run() {
        int now = Native.rd(Const.IO_MICROSECONDS);
        int soonest = NEVER;
        PeriodicTask released = PeriodicTask.first;
        while (released != null) {
            int left = released.release - now;
            if (left <= 0) {
                break;
            }
            if (left < soonest) {
                soonest = left;
            }
            released = released.lower;
        }
        if (soonest != NEVER) {
            Native.wr(now + soonest, Const.IO_TIMER);
            if (Native.rd(Const.IO_MICROSECONDS) - now >= soonest) {
                Native.wr(0, Const.IO_INTERRUPT);
            }
        }
        Task next = released == null ? background : released.task;
        Task last = Scheduler.current;
        if (next != last) {
            int top = Native.getSP();
            last.top = top;
            Native.int2extMem(Const.STACK_START, last.stack, top - Const.STACK_START + 1 & MOST_WORDS);
            Scheduler.current = next;
            // Above the words to be overwritten.
            Native.setSP(next.top + 2);
            Native.ext2intMem(Scheduler.current.stack, Const.STACK_START,
                    Scheduler.current.top - Const.STACK_START + 1 & MOST_WORDS);
            Native.setSP(Scheduler.current.top);
        }
    }
}
