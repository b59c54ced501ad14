package com.jopdesign.sys;

/**
 * Runs tasks by turns: the ready ones of the highest priority, a time slice each (spec 12 section 14).
 *
 * <p>All run on the one stack RAM. A switch copies the stack of the running task to memory and that of the next to the same
 * addresses, as frames contain absolute ones. Only the timer interrupt and calls that wait switch. A monitor switches
 * interrupts off: whoever holds one runs alone until it leaves or waits; waiting gives up all monitors it holds.
 */
public final class Scheduler implements Runnable {

    /** Microseconds until another ready task gets its turn. */
    private static final int SLICE = 1000;

    /** Microseconds until the next attempt, when the stack was too full for a switch. */
    private static final int RETRY = 50;

    /** Words of stack that a switch takes above the handler's frame. */
    private static final int ROOM = 40;

    /** The locals of {@link #launch} lie where those of boot lie: its frame is the last one. */
    private static final int FIRST_LOCAL = Const.LAST_FRAME - 2;

    /** The task that runs, null as long as nobody asked for tasks. */
    static Task current;

    private Scheduler() {
    }

    /** The task that runs. */
    public static Task current() {
        if (current == null) {
            Task main = new Task(null);
            main.ready = true;
            main.next = main;
            current = main;
            JVMHelp.timer = new Scheduler();
            JVMHelp.atEnd = new End();
            Native.wr(1, Const.IO_INTERRUPT_CLEAR);
            Native.wr(Native.rd(Const.IO_MICROSECONDS) + SLICE, Const.IO_TIMER);
            Native.wr(1, Const.IO_INTERRUPT_MASK);
        }
        return current;
    }

    /** Makes a new task ready. */
    public static void start(Task task) {
        Task starter = current();
        if (task.next != null) {
            throw new IllegalThreadStateException();
        }
        launch(task);
        Native.wr(0, Const.IO_INTERRUPT_ENABLE);
        task.ready = true;
        task.next = starter.next;
        starter.next = task;
        enableInterrupts();
    }

    /** Returns to the starter; the task itself comes back from the first line, too, and never returns. */
    private static void launch(Task task) {
        copyFrames(task);
        if (current == task) {
            Native.wr(1, Const.IO_INTERRUPT_ENABLE);
            try {
                task.body.run();
            } catch (Throwable uncaught) {
                JVMHelp.report(uncaught, task.name);
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

    /** Serves the timer interrupt: the next task's turn. Interrupts are off. */
    @Override
    public void run() {
        int now = Native.rd(Const.IO_MICROSECONDS);
        if (Native.getSP() > Heap.stackWords() + Const.STACK_START - 17 - ROOM) {
            Native.wr(now + RETRY, Const.IO_TIMER);
            return;
        }
        Native.wr(now + SLICE, Const.IO_TIMER);
        Task next = choose();
        if (next != current) {
            transfer(next);
        }
    }

    /** The task whose turn it is; waits until there is one. */
    private static Task choose() {
        Task first = current.next;
        while (true) {
            int now = Native.rd(Const.IO_MICROSECONDS);
            Task best = null;
            Task task = first;
            do {
                if (task.timed && task.wakeTime - now <= 0) {
                    wake(task);
                }
                if (task.ready && (best == null || task.priority > best.priority)) {
                    best = task;
                }
                task = task.next;
            } while (task != first);
            if (best != null) {
                return best;
            }
        }
    }

    /**
     * Leaves the running task and goes on with another one, whose own call of this method returns. Interrupts are off.
     * Once the stack is exchanged this call's locals are gone: static fields tell the rest.
     */
    private static void transfer(Task next) {
        Task last = current;
        int top = Native.getSP();
        last.top = top;
        last.lockCount = Native.rdIntMem(Const.RAM_LOCK_COUNT);
        Native.int2extMem(Const.STACK_START, last.stack, top - Const.STACK_START + 1);
        current = next;
        Native.wrIntMem(next.lockCount, Const.RAM_LOCK_COUNT);
        // Above the words to be overwritten.
        Native.setSP(next.top + 2);
        Native.ext2intMem(current.stack, Const.STACK_START, current.top - Const.STACK_START + 1);
        Native.setSP(current.top);
    }

    private static void wake(Task task) {
        task.timed = false;
        task.waitsFor = null;
        task.ready = true;
    }

    /** Lets others run until the current task is woken, or until a number of milliseconds that is not 0 has gone by. */
    private static void block(Task task, Object object, long milliseconds) throws InterruptedException {
        Native.wr(0, Const.IO_INTERRUPT_ENABLE);
        if (!task.interrupted) {
            task.waitsFor = object;
            task.ready = false;
            if (milliseconds != 0) {
                task.timed = true;
                // The counter's difference has to stay positive: half an hour at once.
                int limited = milliseconds > 2000000 ? 2000000 : (int) milliseconds;
                task.wakeTime = Native.rd(Const.IO_MICROSECONDS) + limited * 1000;
            }
            Task next = choose();
            if (next != task) {
                transfer(next);
            }
        }
        enableInterrupts();
        if (task.interrupted) {
            task.interrupted = false;
            throw new InterruptedException();
        }
    }

    private static void enableInterrupts() {
        if (Native.rdIntMem(Const.RAM_LOCK_COUNT) == 0) {
            Native.wr(1, Const.IO_INTERRUPT_ENABLE);
        }
    }

    /** Whether the running task holds a monitor. */
    public static boolean holdsMonitor() {
        return Native.rdIntMem(Const.RAM_LOCK_COUNT) != 0;
    }

    private static void checkOwner() {
        if (Native.rdIntMem(Const.RAM_LOCK_COUNT) == 0) {
            throw new IllegalMonitorStateException("current thread is not owner");
        }
    }

    /** Object.wait: 0 milliseconds are without end. */
    public static void await(Object object, long milliseconds) throws InterruptedException {
        checkOwner();
        block(current(), object, milliseconds);
    }

    /** Object.notify and Object.notifyAll. */
    public static void signal(Object object, boolean all) {
        checkOwner();
        wakeWaiting(object, all);
    }

    /** Wakes those that wait for an object or the end of a task, or the first of them. */
    private static void wakeWaiting(Object object, boolean all) {
        Task first = current();
        Task task = first.next;
        while (task != first) {
            if (task.waitsFor == object) {
                wake(task);
                if (!all) {
                    return;
                }
            }
            task = task.next;
        }
    }

    /** Waits for the end of a task, or until a number of milliseconds that is not 0 has gone by. */
    public static void join(Task task, long milliseconds) throws InterruptedException {
        Task self = current();
        // A task that ended between the question and the wait would wake nobody.
        Native.wr(0, Const.IO_INTERRUPT_ENABLE);
        while (task.isAlive()) {
            block(self, task, milliseconds);
            if (milliseconds != 0) {
                return;
            }
            Native.wr(0, Const.IO_INTERRUPT_ENABLE);
        }
        enableInterrupts();
    }

    /** Thread.sleep. */
    public static void sleep(long milliseconds) throws InterruptedException {
        Task task = current();
        if (Native.rdIntMem(Const.RAM_LOCK_COUNT) != 0) {
            // Whoever holds a monitor keeps it while asleep: nobody else may run.
            int start = Native.rd(Const.IO_MICROSECONDS);
            while (Native.rd(Const.IO_MICROSECONDS) - start < (int) milliseconds * 1000) {
                // The clock goes on.
            }
            return;
        }
        while (milliseconds > 2000000) {
            block(task, null, 2000000);
            milliseconds -= 2000000;
        }
        if (milliseconds > 0) {
            block(task, null, milliseconds);
        }
    }

    /** Thread.yield. */
    public static void yield() {
        current();
        if (Native.rdIntMem(Const.RAM_LOCK_COUNT) == 0) {
            Native.wr(0, Const.IO_INTERRUPT_ENABLE);
            Task next = choose();
            if (next != current) {
                transfer(next);
            }
            Native.wr(1, Const.IO_INTERRUPT_ENABLE);
        }
    }

    /** Thread.interrupt: a task that waits goes on with an exception. */
    public static void interrupt(Task task) {
        // A task that wakes up by itself in between may wait for something else by then.
        Native.wr(0, Const.IO_INTERRUPT_ENABLE);
        task.interrupted = true;
        if (task.isAlive() && !task.ready) {
            wake(task);
        }
        enableInterrupts();
    }

    /** Ends the current task. */
    private static void end(Task task) {
        Native.wr(0, Const.IO_INTERRUPT_ENABLE);
        wakeWaiting(task, true);
        task.dead = true;
        task.ready = false;
        Task before = task;
        while (before.next != task) {
            before = before.next;
        }
        before.next = task.next;
        transfer(choose());
    }

    /** Waits, at the end of main, for all tasks that are not daemons. */
    private static final class End implements Runnable {

        @Override
        public void run() {
            Task main = current;
            while (true) {
                // A task that ends meanwhile leaves the ring, and would hide what is started after it.
                Native.wr(0, Const.IO_INTERRUPT_ENABLE);
                Task task = main.next;
                while (task != main && task.daemon) {
                    task = task.next;
                }
                enableInterrupts();
                if (task == main) {
                    return;
                }
                try {
                    join(task, 0);
                } catch (InterruptedException e) {
                    // The program's end waits on.
                }
            }
        }
    }
}
