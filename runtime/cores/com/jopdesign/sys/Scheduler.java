package com.jopdesign.sys;

/**
 * Runs the tasks of each core by turns: the ready ones of the highest priority, a time slice each.
 *
 * <p>A task stays on the core where it starts, as no core can read the stack of another. A switch copies stacks as on one core. What
 * several cores change, tasks and rings and queues, changes under the key of the runtime; {@link Core#calls} tells the core whose tasks
 * have changed. The timer interrupts often, so that a core soon stops for a collection.
 */
public final class Scheduler {

    /** Microseconds until another ready task gets its turn. */
    private static final int SLICE = 1000;

    /** Microseconds from interrupt to interrupt. */
    private static final int TICK = 200;

    /** Microseconds until the next attempt, when the stack was too full. */
    static final int RETRY = 50;

    /** Words of stack below its end that a switch or a collection takes. */
    private static final int ROOM = 80;

    /** Stack RAM address up to which an interrupt does something. */
    static int highestTick;

    /** Loops without an access of memory between two looks of a core without work. */
    private static final int REST = 8;

    /** The locals of {@link #launch} lie where those of boot lie: its frame is the last one. */
    private static final int FIRST_LOCAL = Const.LAST_FRAME - 2;

    /** Threads that were started without a core. */
    private static int placed;

    /** Threads that have a number as their name, and threads that were made, with main. */
    private static int named;
    private static int made = 1;

    /** Tasks that keep the program from its end, without main. */
    private static int alive;

    /** The task that was taken last, by any core: nobody reads it, but the writes of a core tell a recording whose calls follow. */
    private static Task current;

    private Scheduler() {
    }

    /** Makes the objects of all cores; main runs on core 0. */
    static void init() {
        int count = Native.rd(Const.IO_CPU_COUNT);
        highestTick = Heap.stackWords() + Const.STACK_START - ROOM;
        Core[] cores = new Core[count];
        for (int i = 0; i < count; ++i) {
            Core core = new Core(i, Heap.stackCopy(i));
            Task task = i == 0 ? new Task(null) : new Task(i);
            task.core = i;
            task.ready = i == 0;
            task.next = task;
            core.anchor = task;
            core.current = task;
            cores[i] = core;
        }
        Core.all = cores;
        Monitors.init();
        Output.init();
        begin();
        Native.wr(1, Const.IO_INTERRUPT_ENABLE);
    }

    /** Prepares the core that calls. */
    private static void begin() {
        current = Core.self().current;
        Native.wrIntMem(0, Core.RAM_INNERMOST);
        Native.wrIntMem(Native.toInt(Core.self().current), Core.RAM_TASK);
        Native.wr(1, Const.IO_INTERRUPT_CLEAR);
        Native.wr(Native.rd(Const.IO_MICROSECONDS) + TICK, Const.IO_TIMER);
        Native.wr(1, Const.IO_INTERRUPT_MASK);
    }

    /** What all cores but core 0 do. */
    static void serve() {
        begin();
        transfer(choose());
    }

    /** Starts the other cores. */
    static void startCores() {
        Core.running = Core.all.length;
        Native.wr(1, LockUnit.SIGNAL);
    }

    /** Takes the key of the runtime. */
    static void lock() {
        Native.wr(0, Const.IO_INTERRUPT_ENABLE);
        Native.wr(LockUnit.KERNEL, LockUnit.LOCK);
        Native.wrIntMem(1, Const.RAM_LOCK_COUNT);
        Native.invalidate();
    }

    /** Gives the key of the runtime back. */
    static void unlock() {
        Native.wrIntMem(0, Const.RAM_LOCK_COUNT);
        Native.wr(LockUnit.KERNEL, LockUnit.UNLOCK);
        Native.wr(1, Const.IO_INTERRUPT_ENABLE);
    }

    /** The task that runs. */
    public static Task current() {
        return Core.self().current;
    }

    /** The number in the name of the next thread that has none. */
    public static int nextName() {
        lock();
        int number = named++;
        unlock();
        return number;
    }

    /** The number of the next thread. */
    public static int nextId() {
        lock();
        int number = ++made;
        unlock();
        return number;
    }

    /** Chooses the core of the next task that the running one starts. */
    public static void placeNext(int core) {
        current().coreOfNext = core;
    }

    /** Makes a new task ready: on the core that was chosen, else on the next of all cores by turns, core 1 first. */
    public static void start(Task task) {
        if (task.next != null) {
            throw new IllegalThreadStateException();
        }
        launch(task);
        lock();
        Task starter = Core.self().current;
        task.core = starter.coreOfNext;
        starter.coreOfNext = -1;
        if (task.core < 0) {
            task.core = Core.running == 1 ? 0 : ++placed % Core.running;
        }
        if (!task.daemon) {
            ++alive;
        }
        Core core = Core.all[task.core];
        task.next = core.anchor.next;
        core.anchor.next = task;
        task.ready = true;
        ++core.calls;
        unlock();
    }

    /** Returns to the starter; the task itself comes back from the first line, too, and never returns. */
    private static void launch(Task task) {
        copyFrames(task);
        if (current() == task) {
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

    /** Serves the timer interrupt. Interrupts are off. */
    static void tick() {
        int now = Native.rd(Const.IO_MICROSECONDS);
        Native.wr(now + TICK, Const.IO_TIMER);
        if (Collector.wanted != 0) {
            Collector.stop();
        }
        Core core = Core.self();
        if (core.number == 0) {
            Output.serve();
        }
        if (now - core.sliceEnd >= 0) {
            core.sliceEnd = now + SLICE;
            Task next = choose();
            if (next != core.current) {
                transfer(next);
            }
        }
    }

    /** The task of this core whose turn it is; waits until there is one. Interrupts are off, the key of the runtime is free. */
    private static Task choose() {
        Core core = Core.self();
        while (true) {
            int calls = core.calls;
            Native.wr(LockUnit.KERNEL, LockUnit.LOCK);
            Native.wrIntMem(1, Const.RAM_LOCK_COUNT);
            Native.invalidate();
            int now = Native.rd(Const.IO_MICROSECONDS);
            int wait = Integer.MAX_VALUE;
            Task best = null;
            Task first = core.current.next;
            Task task = first;
            do {
                if (task.timed) {
                    int left = task.wakeTime - now;
                    if (left <= 0) {
                        Monitors.wake(task);
                    } else if (left < wait) {
                        wait = left;
                    }
                }
                if (task.ready && (best == null || task.priority > best.priority)) {
                    best = task;
                }
                task = task.next;
            } while (task != first);
            Native.wrIntMem(0, Const.RAM_LOCK_COUNT);
            Native.wr(LockUnit.KERNEL, LockUnit.UNLOCK);
            if (best != null) {
                return best;
            }
            rest(core, calls, now, wait);
        }
    }

    /** Waits until somebody has called the core, or some microseconds are over; stops for collections and sends output. */
    private static void rest(Core core, int calls, int since, int microseconds) {
        while (core.calls == calls && Native.rd(Const.IO_MICROSECONDS) - since < microseconds) {
            if (Collector.wanted != 0) {
                Collector.stop();
            }
            if (core.number == 0) {
                Output.serve();
            }
            for (int i = REST; i > 0; --i) {
                // The memory is for cores that work.
            }
        }
    }

    /** Leaves the running task, which is not ready, until somebody wakes it. Under the key of the runtime, before and after. */
    static void switchAway(Task self) {
        Native.wrIntMem(0, Const.RAM_LOCK_COUNT);
        Native.wr(LockUnit.KERNEL, LockUnit.UNLOCK);
        Task next = choose();
        if (next != self) {
            transfer(next);
        }
        lock();
    }

    /**
     * Leaves the running task and goes on with another one, whose own call of this method returns. Interrupts are off.
     * Once the stack is exchanged this call's locals are gone: static fields tell the rest.
     */
    private static void transfer(Task next) {
        Core core = Core.self();
        Task last = core.current;
        int top = Native.getSP();
        if (!last.dead) {
            last.top = top;
            last.innermost = Native.rdIntMem(Core.RAM_INNERMOST);
            Native.int2extMem(Const.STACK_START, last.stack, top - Const.STACK_START + 1);
        }
        core.current = next;
        current = next;
        Native.wrIntMem(next.innermost, Core.RAM_INNERMOST);
        Native.wrIntMem(Native.toInt(next), Core.RAM_TASK);
        // Above the words to be overwritten.
        Native.setSP(next.top + 2);
        Native.ext2intMem(Core.all[Native.rd(Const.IO_CPU_ID)].current.stack, Const.STACK_START,
                Core.all[Native.rd(Const.IO_CPU_ID)].current.top - Const.STACK_START + 1);
        Native.setSP(Core.all[Native.rd(Const.IO_CPU_ID)].current.top);
    }

    /** Lets a task wake up by itself after a number of milliseconds that is not 0. Under the key of the runtime. */
    static void setTimer(Task task, long milliseconds) {
        if (milliseconds != 0) {
            task.timed = true;
            // The counter's difference has to stay positive: half an hour at once.
            int limited = milliseconds > 2000000 ? 2000000 : (int) milliseconds;
            task.wakeTime = Native.rd(Const.IO_MICROSECONDS) + limited * 1000;
        }
    }

    /** Throws if somebody asked the running task to stop waiting; gives the key of the runtime back. */
    private static void unlockInterrupted(Task task) throws InterruptedException {
        boolean interrupted = task.interrupted;
        task.interrupted = false;
        unlock();
        if (interrupted) {
            throw new InterruptedException();
        }
    }

    /** Whether the running task holds a monitor. */
    public static boolean holdsMonitor() {
        return Native.rdIntMem(Core.RAM_INNERMOST) != 0;
    }

    /** Whether the running task holds the monitor of an object. */
    public static boolean holdsMonitor(Object object) {
        return Monitors.owns(object);
    }

    private static void checkOwner(Object object) {
        if (!Monitors.owns(object)) {
            throw new IllegalMonitorStateException("current thread is not owner");
        }
    }

    /** Object.wait: 0 milliseconds are without end. */
    public static void await(Object object, long milliseconds) throws InterruptedException {
        checkOwner(object);
        Monitors.await(Native.toInt(object), object, milliseconds);
    }

    /** Waits for the signal of an object, with the monitor given up that was taken last. */
    static void awaitInside(Object object, long milliseconds) throws InterruptedException {
        Monitors.await(Native.rdIntMem(Core.RAM_INNERMOST), object, milliseconds);
    }

    /** Object.notify and Object.notifyAll. */
    public static void signal(Object object, boolean all) {
        checkOwner(object);
        signalInside(object, all);
    }

    /** Wakes those that wait for an object. */
    static void signalInside(Object object, boolean all) {
        lock();
        Monitors.wakeWaiting(object, all);
        unlock();
    }

    /** Waits for the end of a task, or until a number of milliseconds that is not 0 has gone by. */
    public static void join(Task task, long milliseconds) throws InterruptedException {
        lock();
        Task self = Core.self().current;
        while (task.isAlive() && !self.interrupted) {
            setTimer(self, milliseconds);
            self.waitsFor = task;
            Monitors.add(self);
            switchAway(self);
            if (milliseconds != 0) {
                break;
            }
        }
        unlockInterrupted(self);
    }

    /** Thread.sleep. */
    public static void sleep(long milliseconds) throws InterruptedException {
        while (milliseconds > 2000000) {
            sleepLimited(2000000);
            milliseconds -= 2000000;
        }
        if (milliseconds > 0) {
            sleepLimited(milliseconds);
        }
    }

    private static void sleepLimited(long milliseconds) throws InterruptedException {
        lock();
        Task self = Core.self().current;
        if (!self.interrupted) {
            setTimer(self, milliseconds);
            self.ready = false;
            switchAway(self);
        }
        unlockInterrupted(self);
    }

    /** Thread.yield. */
    public static void yield() {
        Native.wr(0, Const.IO_INTERRUPT_ENABLE);
        Task next = choose();
        if (next != Core.self().current) {
            transfer(next);
        }
        Native.wr(1, Const.IO_INTERRUPT_ENABLE);
        if (Collector.wanted != 0) {
            Collector.pause();
        }
    }

    /** Thread.interrupt: a task that waits goes on with an exception, unless it waits for a monitor. */
    public static void interrupt(Task task) {
        lock();
        task.interrupted = true;
        if (task.isAlive() && !task.ready && task.wants == 0) {
            Monitors.wake(task);
        }
        unlock();
    }

    /** Ends the current task. */
    private static void end(Task task) {
        lock();
        Monitors.wakeWaiting(task, true);
        if (!task.daemon && --alive == 0) {
            Monitors.wakeWaiting(Core.all, true);
        }
        Task before = task;
        while (before.next != task) {
            before = before.next;
        }
        before.next = task.next;
        // Last, as whoever looks from outside must not see everybody wait.
        task.dead = true;
        task.ready = false;
        Native.wrIntMem(0, Const.RAM_LOCK_COUNT);
        Native.wr(LockUnit.KERNEL, LockUnit.UNLOCK);
        transfer(choose());
    }

    /** Waits, at the end of main, for all tasks that are not daemons. */
    static void awaitOthers() {
        lock();
        Task self = Core.self().current;
        while (alive > 0) {
            self.waitsFor = Core.all;
            Monitors.add(self);
            switchAway(self);
        }
        unlock();
    }
}
