package com.jopdesign.sys;

/** A thread as the {@link Scheduler} sees it: its core, its stack while it does not run, and what it waits for. */
public final class Task {

    /** The object that stands for this task in java.lang. */
    public Object owner;

    /** What a report of an uncaught exception calls this task. */
    public String name = "main";

    /** What the task does; null for the one that runs main. */
    final Runnable body;

    /** The core it runs on, from its start on. */
    int core;

    /** The core for the next task that this one starts; -1 if any will do. */
    int coreOfNext = -1;

    /** Larger numbers run first. */
    int priority = 5;

    /** Whether the program may end before this task does. */
    boolean daemon;

    /** Whether this task could run now. */
    boolean ready;

    /** Whether the body is done. */
    boolean dead;

    /** Whether somebody asked this task to stop waiting. */
    boolean interrupted;

    /** The object that has to be signalled, or the task whose end this task waits for; null if it only sleeps. */
    Object waitsFor;

    /** The monitor that this task is to enter, and how often; 0 if it waits for none. */
    int wants;
    int depth;

    /** The next of those that wait for objects or monitors. */
    Task nextWaiting;

    /** Whether the task wakes up by itself, in the microsecond {@link #wakeTime}. */
    boolean timed;
    int wakeTime;

    /** Words of the stack RAM from the stack's start on, while another task runs. */
    final int[] stack;

    /** Stack RAM address of the top of the stack. */
    int top;

    /** The monitor that the task has taken last, while another task runs. */
    int innermost;

    /** What {@link JVMHelp#report} is to report. */
    Throwable uncaught;

    /** Next in the ring of the core's tasks that are not dead. */
    Task next;

    /** A task that does something. */
    public Task(Runnable body) {
        this.body = body;
        stack = new int[Heap.stackWords()];
    }

    /** What a core does at its boot: it never goes on. */
    Task(int core) {
        body = null;
        stack = null;
        this.core = core;
        dead = true;
    }

    /** Whether the task has been started and is not done. */
    public boolean isAlive() {
        return next != null && !dead;
    }

    /** Whether the task has not been started. */
    public boolean isNew() {
        return next == null;
    }

    /** Whether the task could run now. */
    public boolean isReady() {
        return ready;
    }

    /** Whether the task waits for a monitor. */
    public boolean isBlocked() {
        return wants != 0;
    }

    /** Whether the task wakes up by itself. */
    public boolean isTimed() {
        return timed;
    }

    /** Sets the priority. */
    public void setPriority(int priority) {
        this.priority = priority;
    }

    /** Sets whether the program may end before this task does. */
    public void setDaemon(boolean daemon) {
        this.daemon = daemon;
    }

    /** Whether somebody asked this task to stop waiting; {@code clear} forgets it. */
    public boolean isInterrupted(boolean clear) {
        boolean was = interrupted;
        if (clear && was) {
            interrupted = false;
        }
        return was;
    }
}
