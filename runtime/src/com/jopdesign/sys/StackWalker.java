package com.jopdesign.sys;

/**
 * Walks the frames of the running thread (frame layout: spec 12 section 2).
 *
 * <p>A frame is named by the address of its first saved word. The five words saved there describe the
 * caller: stack top, pc, locals, constant pool, method structure.
 */
public final class StackWalker {

    private static final int ACONST_NULL = 1;
    private static final int ALOAD = 25;
    private static final int ALOAD_0 = 42;
    private static final int IRETURN = 172;
    private static final int RETURN = 177;
    private static final int MONITOREXIT = 195;

    /** Words of stack below its end that the allocation of a trace needs. */
    private static final int TRACE_ROOM = 66;

    private StackWalker() {
    }

    /** The frame below: that of the method whose state is saved in {@code frame}. */
    static int callerFrame(int frame) {
        int sizes = Native.rdMem(Native.rdIntMem(frame + 4) + 1);
        return Native.rdIntMem(frame + 2) + (sizes & 31) + (sizes >>> 5 & 31);
    }

    /**
     * The frame of the innermost call that is not at work on an object: not its constructors and what they have called.
     *
     * @return 0 if the stack is too full to allocate the room for a trace
     */
    public static int frameBelow(Object object) {
        int frame = Native.getSP() - 4;
        if (frame > Heap.stackWords() + Const.STACK_START - TRACE_ROOM) {
            return 0;
        }
        int self = Native.toInt(object);
        while (frame > Const.LAST_FRAME && Native.rdIntMem(Native.rdIntMem(frame + 2)) == self) {
            frame = callerFrame(frame);
        }
        return frame;
    }

    /** Words that a trace of the calls from a frame on takes: two for each call. */
    public static int traceLength(int frame) {
        int words = 0;
        for (; frame > Const.LAST_FRAME; frame = callerFrame(frame)) {
            words += 2;
        }
        return words;
    }

    /** Writes method structure and pc of each call from a frame on, innermost first. */
    public static void trace(int frame, int[] trace) {
        for (int i = 0; i < trace.length; i += 2) {
            trace[i] = Native.rdIntMem(frame + 4);
            trace[i + 1] = Native.rdIntMem(frame + 1) - 1;
            frame = callerFrame(frame);
        }
    }

    /**
     * Looks for the handler of an exception, leaving synchronized methods on the way, and writes its
     * address into the saved words at {@code top}: the return from that frame then ends in the handler.
     *
     * @param top the frame of the method that throws, which is not the caller's own
     * @return false if there is no handler
     */
    static boolean unwind(Throwable thrown, int top) {
        int self = Native.toInt(thrown);
        int next;
        for (int frame = top; frame > Const.LAST_FRAME; frame = next) {
            int pc = Native.rdIntMem(frame + 1) - 1;
            int method = Native.rdIntMem(frame + 4);
            int code = Native.rdMem(method);
            int table = (code >>> 10) + (code & 0x3ff);
            int flags = Native.rdMem(table++);
            next = callerFrame(frame);
            boolean left = codeByte(code >>> 10, pc) == MONITOREXIT && leftMonitor(code >>> 10, pc, flags);
            if (left) {
                // The handler that would leave it again ends here.
                ++pc;
            }
            for (int entries = flags & 0xffff; entries > 0; --entries) {
                int range = Native.rdMem(table);
                if (pc >= range >>> 16 && pc < (range & 0xffff)) {
                    int handler = Native.rdMem(table + 1);
                    int type = handler & 0xffff;
                    int pool = Native.rdIntMem(frame + 3);
                    if (type == 0 || JVM.f_instanceof(self, Native.rdMem(pool + type)) != 0) {
                        Native.wrIntMem(next + 4, top);
                        Native.wrIntMem(handler >>> 16, top + 1);
                        Native.wrIntMem(Native.rdIntMem(frame + 2), top + 2);
                        Native.wrIntMem(pool, top + 3);
                        Native.wrIntMem(method, top + 4);
                        return true;
                    }
                }
                table += 2;
            }
            if ((flags & Const.FLAG_SYNCHRONIZED) != 0 && !(left && isReturn(codeByte(code >>> 10, pc)))) {
                int lock = 0;
                if ((flags & Const.FLAG_STATIC) == 0) {
                    lock = Native.rdIntMem(Native.rdIntMem(frame + 2));
                }
                Native.unlock(lock);
            }
        }
        return false;
    }

    /**
     * Whether the byte at {@code pc}, which looks like a monitorexit, is one: then it has been executed and the exception is
     * that of an array load before it, late by one or two bytecodes (spec 04 section 8). It cannot have thrown itself.
     */
    private static boolean leftMonitor(int code, int pc, int flags) {
        int before = codeByte(code, pc - 1);
        if (before >= ALOAD_0 && before <= ALOAD_0 + 3 || codeByte(code, pc - 2) == ALOAD) {
            return true;
        }
        // The inserted end of a static synchronized method leaves the monitor of null.
        return before == ACONST_NULL && (flags & Const.FLAG_SYNCHRONIZED) != 0 && isReturn(codeByte(code, pc + 1));
    }

    private static boolean isReturn(int bytecode) {
        return bytecode >= IRETURN && bytecode <= RETURN;
    }

    /** One byte of code; the first byte of a word is the highest. */
    static int codeByte(int code, int pc) {
        return Native.rdMem(code + (pc >> 2)) >>> (~pc & 3) * 8 & 0xff;
    }
}
