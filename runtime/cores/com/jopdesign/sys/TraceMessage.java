package com.jopdesign.sys;

/**
 * Sends stack traces to the simulator, which finds names and lines in the linker's symbols and writes them to the
 * error output (docs/image-runtime.md, "Stack traces"). So programs that only print traces need no names in the image.
 */
public final class TraceMessage {

    private TraceMessage() {
    }

    /**
     * Sends the calls of a trace.
     *
     * @param calls method structure and pc of each call, innermost first; null is none
     * @param enclosing calls of the trace that this one is printed in, whose common end is not repeated; null is none
     * @param tabs depth of the lines
     */
    public static void send(int[] calls, int[] enclosing, int tabs) {
        // No other thread may send between the words.
        Native.lock(0);
        begin(calls == null ? 0 : calls.length >>> 1, enclosing == null ? 0 : enclosing.length >>> 1, tabs);
        sendCalls(calls);
        sendCalls(enclosing);
        Native.unlock(0);
    }

    /** Sends the head; each call follows as method structure and pc. */
    static void begin(int calls, int enclosing, int tabs) {
        Output.put(tabs << 16 | enclosing << 8 | calls, Const.IO_TRACE);
    }

    private static void sendCalls(int[] calls) {
        for (int i = 0; calls != null && i < calls.length; ++i) {
            Output.put(calls[i], Const.IO_TRACE);
        }
    }
}
