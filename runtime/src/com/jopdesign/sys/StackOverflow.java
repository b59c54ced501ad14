package com.jopdesign.sys;

/**
 * End of a program whose stack met its limit: the hardware's signal stays until reset, so
 * no handler can go on (spec 12 sections 1 and 7).
 */
final class StackOverflow {

    private StackOverflow() {
    }

    /**
     * Prints the trace from the copy of the stack and exits.
     *
     * @param frame address of the topmost frame
     */
    static void end(int frame) {
        int copy = Heap.stackCopy + 1 - Const.STACK_START;
        System.err.println("Exception in thread \"main\" java.lang.StackOverflowError");
        while (frame > Const.LAST_FRAME) {
            int method = Native.rdMem(copy + frame + 4);
            int sizes = Native.rdMem(method + 1);
            int pc = Native.rdMem(copy + frame + 1);
            // The signal may come before a method's first bytecode.
            MethodTable.printFrame(System.err, method, pc > 0 ? pc - 1 : 0);
            frame = Native.rdMem(copy + frame + 2) + (sizes & 31) + (sizes >>> 5 & 31);
        }
        Startup.exit(1);
    }
}
