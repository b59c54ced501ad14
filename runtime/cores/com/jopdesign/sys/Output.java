package com.jopdesign.sys;

/**
 * What the program writes and reads: the devices belong to core 0. Other cores put words into a ring, which core 0 sends when it has
 * nothing to do, in its timer interrupt, and before it writes itself.
 */
public final class Output {

    /** Words of the ring: a device and a value for each word of output. */
    private static final int WORDS = 512;

    private static int[] ring;

    /** Words that were put into the ring since the start, and taken out. */
    private static volatile int head;
    private static volatile int tail;

    /** A core asks for a byte of input: 1; it has come: 2. */
    private static volatile int asked;
    private static volatile int input;

    /** Another core wants the program to end. */
    private static volatile boolean ends;
    private static int status;

    private Output() {
    }

    static void init() {
        ring = new int[WORDS];
    }

    /** Writes a word to a device of core 0. */
    public static void put(int value, int device) {
        if (Native.rd(Const.IO_CPU_ID) == 0) {
            if (head != tail) {
                flush(head);
            }
            Native.wr(0, Const.IO_INTERRUPT_ENABLE);
            if (device == Const.IO_UART) {
                while ((Native.rd(Const.IO_UART_STATUS) & 1) == 0) {
                    // The transmitter is full.
                }
            }
            Native.wr(value, device);
            Native.wr(1, Const.IO_INTERRUPT_ENABLE);
            return;
        }
        while (!add(value, device)) {
            if (Collector.wanted != 0) {
                Collector.pause();
            }
        }
    }

    /** Puts a word into the ring, if there is room. */
    private static boolean add(int value, int device) {
        Scheduler.lock();
        int at = head;
        boolean fits = at - tail < WORDS;
        if (fits) {
            ring[at & WORDS - 1] = device;
            ring[at + 1 & WORDS - 1] = value;
            head = at + 2;
        }
        Scheduler.unlock();
        return fits;
    }

    /** Sends what was put into the ring up to some word. */
    private static void flush(int end) {
        while (tail - end < 0) {
            Native.wr(0, Const.IO_INTERRUPT_ENABLE);
            serve();
            Native.wr(1, Const.IO_INTERRUPT_ENABLE);
        }
    }

    /** Sends what the UART takes at once, fetches input for others, and ends the program if one of them wants it. Interrupts are off. */
    static void serve() {
        while (head != tail) {
            int at = tail;
            int device = ring[at & WORDS - 1];
            if (device == Const.IO_UART && (Native.rd(Const.IO_UART_STATUS) & 1) == 0) {
                return;
            }
            Native.wr(ring[at + 1 & WORDS - 1], device);
            tail = at + 2;
        }
        if (asked == 1 && (Native.rd(Const.IO_UART_STATUS) & 2) != 0) {
            input = Native.rd(Const.IO_UART) & 0xff;
            asked = 2;
        }
        if (ends) {
            end(status);
        }
    }

    /** Sends what other cores have written, and ends the program. */
    static void end(int status) {
        Native.wr(0, Const.IO_INTERRUPT_ENABLE);
        int end = head;
        while (tail - end < 0) {
            // It sends what the UART takes.
            ends = false;
            serve();
        }
        Native.wr(status, Const.IO_EXIT);
        while (true) {
            // The machine has nowhere to return to.
        }
    }

    /** Lets core 0 end the program; the first status counts. */
    static void askForEnd(int wanted) {
        Scheduler.lock();
        if (!ends) {
            status = wanted;
            ends = true;
        }
        Scheduler.unlock();
        Native.wr(0, Const.IO_INTERRUPT_ENABLE);
        Native.wr(wanted, Const.IO_EXIT);
        while (true) {
            Collector.stop();
        }
    }

    /** A byte that core 0 has received. */
    static int receive() {
        asked = 1;
        while (asked != 2) {
            Scheduler.yield();
        }
        asked = 0;
        return input;
    }
}
