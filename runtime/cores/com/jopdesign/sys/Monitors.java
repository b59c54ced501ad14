package com.jopdesign.sys;

/**
 * Monitors of objects: what the linker calls in place of monitorenter and monitorexit where several cores run a program.
 *
 * <p>A core halts in the lock unit until a lock is free, and could then neither run its other tasks nor stop for a collection. So the lock
 * of an object is only asked for when it is free. Three words of the handle say so, and change under the key of the runtime: the owner; the
 * depth, with the number of those that wait in the upper half; the monitor that the owner has taken before. Whoever finds an owner
 * waits in a queue, and the owner that leaves hands the monitor to the first. While a monitor is held its handle is an entry of the lock table.
 */
public final class Monitors {

    /** Word of a handle: the task that owns the monitor, or 0. */
    private static final int OWNER = 7;

    /** Word of a handle, valid with an owner: depth, and 65,536 for each task that waits. */
    private static final int DEPTH = 4;

    /** Word of a handle, valid with an owner: the monitor that it took before, or 0. */
    private static final int OUTER = 5;

    private static final int DEEPEST = 0xffff;
    private static final int WAITER = 0x10000;

    /** The object whose monitor is that of null, which the runtime locks. */
    private static Object ofNull;

    /** Tasks that wait for an object or a monitor, in the order in which they came. */
    private static Task first;
    private static Task last;

    private Monitors() {
    }

    static void init() {
        ofNull = new Object();
    }

    /** Takes the monitor of an object. */
    static void enter(Object object) {
        int key = Native.toInt(object);
        if (key == 0) {
            key = Native.toInt(ofNull);
        }
        if (Collector.wanted != 0) {
            Collector.pause();
        }
        Native.wr(0, Const.IO_INTERRUPT_ENABLE);
        Native.wr(LockUnit.KERNEL, LockUnit.LOCK);
        Native.wrIntMem(1, Const.RAM_LOCK_COUNT);
        Native.invalidate();
        int self = Native.rdIntMem(Core.RAM_TASK);
        int owner = Native.rdMem(key + OWNER);
        boolean done = true;
        if (owner == 0) {
            Native.wrMem(self, key + OWNER);
            Native.wrMem(1, key + DEPTH);
            done = take(key);
        } else if (owner == self) {
            int depth = Native.rdMem(key + DEPTH);
            done = (depth & DEEPEST) != DEEPEST;
            if (done) {
                Native.wrMem(depth + 1, key + DEPTH);
            }
        } else {
            queue(key, 1);
            done = take(key);
        }
        Native.wrIntMem(0, Const.RAM_LOCK_COUNT);
        Native.wr(LockUnit.KERNEL, LockUnit.UNLOCK);
        Native.wr(1, Const.IO_INTERRUPT_ENABLE);
        if (!done) {
            throw new Error(owner == self ? "a monitor is entered more than 65535 times"
                    : "lock table full: 31 monitors are held, its last entry of 32 is the runtime's");
        }
    }

    /** Leaves the monitor of an object. */
    static void exit(Object object) {
        int key = Native.toInt(object);
        if (key == 0) {
            key = Native.toInt(ofNull);
        }
        Native.wr(0, Const.IO_INTERRUPT_ENABLE);
        Native.wr(LockUnit.KERNEL, LockUnit.LOCK);
        Native.wrIntMem(1, Const.RAM_LOCK_COUNT);
        Native.invalidate();
        boolean owns = Native.rdMem(key + OWNER) == Native.rdIntMem(Core.RAM_TASK);
        if (owns) {
            int depth = Native.rdMem(key + DEPTH);
            if ((depth & DEEPEST) == 1) {
                give(key);
            } else {
                Native.wrMem(depth - 1, key + DEPTH);
            }
        }
        Native.wrIntMem(0, Const.RAM_LOCK_COUNT);
        Native.wr(LockUnit.KERNEL, LockUnit.UNLOCK);
        Native.wr(1, Const.IO_INTERRUPT_ENABLE);
        if (!owns) {
            throw new IllegalMonitorStateException();
        }
        if (Collector.wanted != 0) {
            Collector.pause();
        }
    }

    /**
     * Takes the lock of a monitor whose handle names the running task: nobody else asks for it. Under the key of the runtime.
     *
     * @return whether the table had room; if not, the monitor belongs to the next one
     */
    private static boolean take(int key) {
        Native.wr(key, LockUnit.LOCK);
        if (Native.rd(LockUnit.LOCK) != 0) {
            pass(key);
            return false;
        }
        Native.wrMem(Native.rdIntMem(Core.RAM_INNERMOST), key + OUTER);
        Native.wrIntMem(key, Core.RAM_INNERMOST);
        return true;
    }

    /** Leaves a monitor of the running task, however deep. Under the key of the runtime. */
    private static void give(int key) {
        int outer = Native.rdMem(key + OUTER);
        int inner = Native.rdIntMem(Core.RAM_INNERMOST);
        if (inner == key) {
            Native.wrIntMem(outer, Core.RAM_INNERMOST);
        } else {
            int next = Native.rdMem(inner + OUTER);
            while (next != key) {
                inner = next;
                next = Native.rdMem(inner + OUTER);
            }
            Native.wrMem(outer, inner + OUTER);
        }
        Native.wr(key, LockUnit.UNLOCK);
        pass(key);
    }

    /** Makes the task that waits longest the owner of a monitor, or nobody. Under the key of the runtime. */
    private static void pass(int key) {
        int waiting = Native.rdMem(key + DEPTH) & ~DEEPEST;
        if (waiting == 0) {
            Native.wrMem(0, key + OWNER);
            return;
        }
        Task next = first;
        while (next.wants != key) {
            next = next.nextWaiting;
        }
        Native.wrMem(Native.toInt(next), key + OWNER);
        Native.wrMem(waiting - WAITER + next.depth, key + DEPTH);
        wake(next);
    }

    /** Waits until the running task is the owner of a monitor. Under the key of the runtime, before and after. */
    private static void queue(int key, int depth) {
        Task task = Core.self().current;
        Native.wrMem(Native.rdMem(key + DEPTH) + WAITER, key + DEPTH);
        task.wants = key;
        task.depth = depth;
        add(task);
        Scheduler.switchAway(task);
    }

    /** Puts a task at the end of those that wait; it is not ready from now on. Under the key of the runtime. */
    static void add(Task task) {
        task.ready = false;
        if (first == null) {
            first = task;
        } else {
            last.nextWaiting = task;
        }
        last = task;
    }

    /** Makes a task ready, whatever it waits for. Under the key of the runtime. */
    static void wake(Task task) {
        if (task.wants != 0 || task.waitsFor != null) {
            Task before = null;
            Task it = first;
            while (it != task) {
                before = it;
                it = it.nextWaiting;
            }
            if (before == null) {
                first = task.nextWaiting;
            } else {
                before.nextWaiting = task.nextWaiting;
            }
            if (last == task) {
                last = before;
            }
            task.nextWaiting = null;
        }
        task.wants = 0;
        task.waitsFor = null;
        // First, as whoever looks from outside must not see everybody wait.
        task.ready = true;
        task.timed = false;
        ++Core.all[task.core].calls;
    }

    /** Wakes those that wait for an object or the end of a task, or the first of them. Under the key of the runtime. */
    static void wakeWaiting(Object object, boolean every) {
        Task task = first;
        while (task != null) {
            Task next = task.nextWaiting;
            if (task.waitsFor == object) {
                wake(task);
                if (!every) {
                    return;
                }
            }
            task = next;
        }
    }

    /** Whether the running task owns the monitor of an object. */
    static boolean owns(Object object) {
        return Native.rdMem(Native.toInt(object) + OWNER) == Native.rdIntMem(Core.RAM_TASK);
    }

    /** Gives up one monitor of the running task until an object is signalled or a number of milliseconds that is not 0 is over. */
    static void await(int key, Object object, long milliseconds) throws InterruptedException {
        Scheduler.lock();
        Task task = Core.self().current;
        if (!task.interrupted) {
            int depth = Native.rdMem(key + DEPTH) & DEEPEST;
            give(key);
            Scheduler.setTimer(task, milliseconds);
            task.waitsFor = object;
            add(task);
            Scheduler.switchAway(task);
            while (!takeAgain(key, depth)) {
                // Somebody will leave one of the monitors that fill the table.
                Scheduler.unlock();
                Scheduler.lock();
            }
        }
        boolean interrupted = task.interrupted;
        task.interrupted = false;
        Scheduler.unlock();
        if (interrupted) {
            throw new InterruptedException();
        }
    }

    /** Takes a monitor that was given up. Under the key of the runtime. */
    private static boolean takeAgain(int key, int depth) {
        if (Native.rdMem(key + OWNER) == 0) {
            Native.wrMem(Native.rdIntMem(Core.RAM_TASK), key + OWNER);
            Native.wrMem(depth, key + DEPTH);
        } else {
            queue(key, depth);
        }
        return take(key);
    }
}
