package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * Memory outside of the heap. Two methods read it, three write it, and nothing else does, so that the checked mode sees every
 * address: it has to lie inside of the part that {@link JopArena} gave out at {@code base}, whatever lies next to that.
 *
 * <p>Only native methods of the JDK are called: with {@code --cover jdk} its Java code would count here, and come back.
 */
public final class JopMemory {

    /** Whether every address is checked; set by the agent before the first method is instrumented. */
    static final boolean IS_CHECKED = JopProfile.isChecked;

    /** Bytes before each part in the checked mode: its size, and a mark that depends on its place. */
    static final int MARKS = IS_CHECKED ? 16 : 0;

    private static final long MARK = 0x4a4f_504e_4f44_4553L;

    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    /** Starts and ends of what {@link #reserve} gave, in the checked mode. */
    private static volatile long[] reserved = {};

    /** Bytes that {@link #reserve} gave. */
    private static long taken;

    private JopMemory() {
    }

    @ForceInline
    static long get(long base, int offset) {
        if (IS_CHECKED) {
            check(base, offset, Long.BYTES);
        }
        return UNSAFE.getLong(null, base + offset);
    }

    @ForceInline
    static int getInt(long base, int offset) {
        if (IS_CHECKED) {
            check(base, offset, Integer.BYTES);
        }
        return UNSAFE.getInt(null, base + offset);
    }

    @ForceInline
    static void put(long base, int offset, long value) {
        if (IS_CHECKED) {
            check(base, offset, Long.BYTES);
        }
        UNSAFE.putLong(null, base + offset, value);
    }

    @ForceInline
    static void putInt(long base, int offset, int value) {
        if (IS_CHECKED) {
            check(base, offset, Integer.BYTES);
        }
        UNSAFE.putInt(null, base + offset, value);
    }

    /** Adds 1: instrumented code calls this for each block that has a count. */
    @ForceInline
    public static void count(long base, int offset) {
        if (IS_CHECKED) {
            check(base, offset, Long.BYTES);
        }
        UNSAFE.putLong(null, base + offset, UNSAFE.getLong(null, base + offset) + 1);
    }

    /** Memory of so many bytes; throws the virtual machine's error if there is none, or if all would be more than is allowed. */
    static synchronized long reserve(long bytes) {
        // The native forms are made public by joplab.cross.Prepare.
        long start = taken + bytes > JopProfile.contextBytes ? 0 : UNSAFE.allocateMemory0(bytes);
        if (start == 0) {
            // The same error as for an object that does not fit.
            throw (OutOfMemoryError) JopArena.NO_ROOM;
        }
        taken += bytes;
        if (IS_CHECKED) {
            register(start, start + bytes);
        }
        return start;
    }

    /** Gives back what {@link #reserve} gave for so many bytes. */
    static synchronized void release(long start, long bytes) {
        if (IS_CHECKED) {
            reserved = others(start);
        }
        UNSAFE.freeMemory0(start);
        taken -= bytes;
    }

    /** What was written before is seen by other threads before what is written now. */
    static void publish() {
        UNSAFE.storeFence();
    }

    /** Marks a part as given out; only in the checked mode. */
    static void mark(long base, int bytes) {
        UNSAFE.putLong(null, base - 16, bytes);
        UNSAFE.putLong(null, base - 8, base ^ MARK);
    }

    private static void register(long start, long end) {
        long[] others = others(start);
        long[] now = new long[others.length + 2];
        System.arraycopy(others, 0, now, 0, others.length);
        now[others.length] = start;
        now[others.length + 1] = end;
        reserved = now;
    }

    private static long[] others(long start) {
        long[] all = reserved;
        for (int i = 0; i < all.length; i += 2) {
            if (all[i] == start) {
                long[] others = new long[all.length - 2];
                System.arraycopy(all, 0, others, 0, i);
                System.arraycopy(all, i + 2, others, i, others.length - i);
                return others;
            }
        }
        return all;
    }

    private static void check(long base, int offset, int bytes) {
        if ((base + offset & bytes - 1) != 0 || !isReserved(base - MARKS)) {
            fail(base, offset);
        }
        boolean isMarked = UNSAFE.getLong(null, base - 8) == (base ^ MARK);
        if (!isMarked || offset < 0 || offset + bytes > UNSAFE.getLong(null, base - 16)) {
            fail(base, offset);
        }
    }

    private static boolean isReserved(long address) {
        long[] all = reserved;
        for (int i = all.length - 2; i >= 0; i -= 2) {
            if (address >= all[i] && address < all[i + 1]) {
                return true;
            }
        }
        return false;
    }

    /** Ends the virtual machine: a wrong address is a fault of the agent, and nothing that was counted can be trusted. */
    @DontInline
    private static void fail(long base, int offset) {
        JopProfile.suspend();
        new Error("jop: no part of the contexts: " + Long.toHexString(base) + " + " + offset).printStackTrace();
        Shutdown.halt(134);
    }
}
