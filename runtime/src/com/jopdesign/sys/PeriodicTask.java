package com.jopdesign.sys;

/**
 * A task with a priority that is released once in each period (docs/response-times.md).
 *
 * <p>The {@link Dispatcher} says which one runs. Fields that it reads are not private: private ones would cost it calls.
 */
public abstract class PeriodicTask {

    /** Microseconds from the start of the mission to the releases without an offset: all is prepared by then. */
    private static final int LEAD = 100;

    /** A time that is as long as any: differences of microseconds have to stay positive. Unit: microseconds. */
    private static final int LONGEST = 1 << 30;

    /** The locals of {@link #launch} lie where those of boot lie: its frame is the last one. */
    private static final int FIRST_LOCAL = Const.LAST_FRAME - 2;

    /** The task of the highest priority. */
    static PeriodicTask first;

    /** Serves the timer interrupt; null before the mission. */
    private static Dispatcher dispatcher;

    /** What this task's stack is kept in. */
    final Task task = new Task(null);

    private final int priority;
    private final int period;
    private final int offset;

    /** Microsecond of the release that the running job has, or the next one. */
    int release;

    private int missed;

    /** The task of the next lower priority, null after the last. */
    PeriodicTask lower;

    /** A task; of those with one priority, the one that is made first runs first. */
    protected PeriodicTask(int priority, int period, int offset) {
        if (period <= 0 || period > LONGEST || offset < 0 || offset > LONGEST) {
            throw new IllegalArgumentException("the period has to be positive, the offset not negative, both at most 2^30 us");
        }
        if (dispatcher != null) {
            throw new IllegalThreadStateException("the mission has started");
        }
        this.priority = priority;
        this.period = period;
        this.offset = offset;
        task.name = "RtThread";
        if (first == null || first.priority < priority) {
            lower = first;
            first = this;
            return;
        }
        PeriodicTask before = first;
        while (before.lower != null && before.lower.priority >= priority) {
            before = before.lower;
        }
        lower = before.lower;
        before.lower = this;
    }

    /** What the task does: jobs, each followed by {@link #waitForNextPeriod}. A task whose method returns is released no more. */
    protected abstract void run();

    /** Releases all tasks at their offsets from now on. The caller goes on while no task runs. */
    protected static void start() {
        if (JVMHelp.timer != null) {
            throw new IllegalThreadStateException("threads or a mission have started");
        }
        Task main = new Task(null);
        main.next = main;
        Scheduler.current = main;
        for (PeriodicTask it = first; it != null; it = it.lower) {
            it.task.next = main.next;
            main.next = it.task;
            launch(it);
        }
        dispatcher = new Dispatcher(main);
        JVMHelp.timer = dispatcher;
        Native.wr(0, Const.IO_INTERRUPT_ENABLE);
        int start = Native.rd(Const.IO_MICROSECONDS) + LEAD;
        for (PeriodicTask it = first; it != null; it = it.lower) {
            it.release = start + it.offset;
        }
        Native.wr(1, Const.IO_INTERRUPT_CLEAR);
        Native.wr(1, Const.IO_INTERRUPT_MASK);
        dispatcher.run();
        Native.wr(1, Const.IO_INTERRUPT_ENABLE);
    }

    /** Returns to the starter; the task itself comes back from the first line, too, and never returns. */
    private static void launch(PeriodicTask task) {
        copyFrames(task.task);
        if (Scheduler.current == task.task) {
            Native.wr(1, Const.IO_INTERRUPT_ENABLE);
            try {
                task.run();
            } catch (Throwable uncaught) {
                JVMHelp.report(uncaught, task.task.name);
            }
            end(task);
        }
    }

    /** Makes the frames of launch and of this method the stack of a task, moved to the stack's start. */
    private static void copyFrames(Task task) {
        int frame = Native.getSP() - 4;
        int locals = Native.rdIntMem(frame + 2);
        int offset = FIRST_LOCAL - Const.STACK_START - locals;
        for (int i = locals; i < frame + 5; ++i) {
            task.stack[offset + i] = Native.rdIntMem(i);
        }
        task.stack[offset + frame] += FIRST_LOCAL - locals;
        task.stack[offset + frame + 2] = FIRST_LOCAL;
        task.top = frame + 4 + FIRST_LOCAL - locals;
    }

    /** Takes the running task out of the mission. */
    private static void end(PeriodicTask task) {
        Native.wr(0, Const.IO_INTERRUPT_ENABLE);
        if (first == task) {
            first = task.lower;
        } else {
            PeriodicTask before = first;
            while (before.lower != task) {
                before = before.lower;
            }
            before.lower = task.lower;
        }
        Task before = task.task;
        while (before.next != task.task) {
            before = before.next;
        }
        before.next = task.task.next;
        dispatcher.run();
    }

    /**
     * Ends the running task's job and waits for its next release.
     *
     * @return whether the job ended before that release; if not, the next job is late and begins as soon as it can
     */
    public final boolean waitForNextPeriod() {
        if (Scheduler.current != task || Native.rdIntMem(Const.RAM_LOCK_COUNT) != 0) {
            throw new IllegalMonitorStateException("waitForNextPeriod by another thread or in a monitor");
        }
        Native.wr(0, Const.IO_INTERRUPT_ENABLE);
        int next = release + period;
        release = next;
        boolean inTime = Native.rd(Const.IO_MICROSECONDS) - next < 0;
        if (!inTime) {
            ++missed;
        }
        dispatcher.run();
        Native.wr(1, Const.IO_INTERRUPT_ENABLE);
        return inTime;
    }

    /** How many jobs ended after the next release. */
    public final int missed() {
        return missed;
    }

    /** The microsecond of the release of the job that runs, or of the next one. */
    public final int release() {
        return release;
    }

    /** The priority; larger numbers run first. */
    public final int priority() {
        return priority;
    }

    /** Microseconds from release to release. */
    public final int period() {
        return period;
    }
}
