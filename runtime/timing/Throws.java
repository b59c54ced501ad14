package timing;

import com.jopdesign.sys.Const;
import com.jopdesign.sys.Native;

/** Exceptions on their way to the handler, and interrupts. */
final class Throws {

    private static final Exception EXCEPTION = new Exception();

    private Throws() {
    }

    static void run() {
        athrow("to a handler of the same method");
        athrowToThird("to the third handler of the same method");
        for (int calls = 1; calls <= 8; calls <<= 1) {
            athrowUp(calls);
        }
        athrowSynchronized("out of a synchronized method");
        nullPointer("null, up to its handler", null);
        bounds("index, up to its handler", new int[3], 3);
        interrupt("no threads");
    }

    private static void athrow(String operands) {
        Timing.start("athrow", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            try {
                throw EXCEPTION;
            } catch (Exception expected) {
                continue;
            }
        }
    }

    private static void athrowToThird(String operands) {
        Timing.start("athrow", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            try {
                throw EXCEPTION;
            } catch (RuntimeException no) {
                continue;
            } catch (InterruptedException no) {
                continue;
            } catch (Exception expected) {
                continue;
            }
        }
    }

    private static void athrowUp(int calls) {
        Timing.start("athrow", "through " + calls + (calls == 1 ? " call" : " calls"));
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            try {
                fail(calls);
            } catch (Exception expected) {
                continue;
            }
        }
    }

    private static void fail(int calls) throws Exception {
        if (calls > 1) {
            fail(calls - 1);
        }
        throw EXCEPTION;
    }

    private static void athrowSynchronized(String operands) {
        Timing.start("athrow", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            try {
                failSynchronized();
            } catch (Exception expected) {
                continue;
            }
        }
    }

    private static synchronized void failSynchronized() throws Exception {
        throw EXCEPTION;
    }

    private static void nullPointer(String operands, int[] array) {
        Timing.start("sys_exc", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            try {
                array[0] = 1;
            } catch (NullPointerException expected) {
                continue;
            }
        }
    }

    private static void bounds(String operands, int[] array, int index) {
        Timing.start("sys_exc", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            try {
                array[index] = 1;
            } catch (ArrayIndexOutOfBoundsException expected) {
                continue;
            }
        }
    }

    private static void interrupt(String operands) {
        Timing.start("sys_int", operands);
        Native.wr(-1, Const.IO_INTERRUPT_MASK);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            Native.wr(1, Const.IO_INTERRUPT);
        }
        Native.wr(0, Const.IO_INTERRUPT_MASK);
    }
}
