package com.jopdesign.sys;

import java.util.ArrayList;

/**
 * Threads that wait, in the order in which they came: what locks, semaphores and queues share. Whoever calls holds a
 * monitor, which guards the queue; the one that it took last is given up while it waits.
 */
public final class WaitQueue {

    /** The deadline of a wait without end. */
    public static final long NEVER = Long.MAX_VALUE;

    private Waiter first;

    /** One thread that waits. */
    public static final class Waiter {

        /** The thread. */
        public final Thread thread;

        /** What the thread waits for, as far as the owner of the queue tells waiters apart. */
        public final int kind;

        private Waiter next;
        private boolean called;

        Waiter(Thread thread, int kind) {
            this.thread = thread;
            this.kind = kind;
        }

        /** Whether somebody took this one out of the queue to wake it. */
        public boolean isCalled() {
            return called;
        }
    }

    /** The microsecond in which a wait of some nanoseconds ends. */
    public static long deadline(long nanoseconds) {
        return Clock.microseconds() + (nanoseconds <= 0 ? 0 : (nanoseconds - 1) / 1000 + 1);
    }

    /** Nanoseconds until a deadline. */
    public static long left(long deadline) {
        long left = deadline - Clock.microseconds();
        return left > Long.MAX_VALUE / 1000 ? Long.MAX_VALUE : left * 1000;
    }

    /** Waits until an object is signalled; false at once if the deadline is over. The caller has to look again. */
    public static boolean await(Object object, long deadline) throws InterruptedException {
        if (deadline == NEVER) {
            Scheduler.awaitInside(object, 0);
            return true;
        }
        long left = deadline - Clock.microseconds();
        if (left <= 0) {
            return false;
        }
        Scheduler.awaitInside(object, left > 1000000000 ? 1000000 : ((int) left + 999) / 1000);
        return true;
    }

    /** Puts a thread at the end. */
    public Waiter add(Thread thread, int kind) {
        Waiter waiter = new Waiter(thread, kind);
        if (first == null) {
            first = waiter;
        } else {
            Waiter last = first;
            while (last.next != null) {
                last = last.next;
            }
            last.next = waiter;
        }
        return waiter;
    }

    /** Takes a waiter out, wherever it stands. */
    public void remove(Waiter waiter) {
        if (first == waiter) {
            first = waiter.next;
            return;
        }
        Waiter before = first;
        while (before != null && before.next != waiter) {
            before = before.next;
        }
        if (before != null) {
            before.next = waiter.next;
        }
    }

    /** Whether nobody waits. */
    public boolean isEmpty() {
        return first == null;
    }

    /** The one that came first, or null. */
    public Waiter first() {
        return first;
    }

    /** Lets the first one look whether its turn has come. */
    public void wakeFirst() {
        if (first != null) {
            Scheduler.signalInside(first, true);
        }
    }

    /** Takes the first one out and wakes it; whether there was one. */
    public boolean call() {
        Waiter waiter = first;
        if (waiter == null) {
            return false;
        }
        first = waiter.next;
        waiter.called = true;
        Scheduler.signalInside(waiter, true);
        return true;
    }

    /** Number of waiters. */
    public int size() {
        int n = 0;
        for (Waiter waiter = first; waiter != null; waiter = waiter.next) {
            ++n;
        }
        return n;
    }

    /** Whether a thread waits here. */
    public boolean has(Thread thread) {
        return threads().contains(thread);
    }

    /** The threads in a new list. */
    public ArrayList<Thread> threads() {
        ArrayList<Thread> threads = new ArrayList<Thread>();
        for (Waiter waiter = first; waiter != null; waiter = waiter.next) {
            threads.add(waiter.thread);
        }
        return threads;
    }
}
