package java.lang;

import com.jopdesign.sys.MethodTable;
import com.jopdesign.sys.StackWalker;
import com.jopdesign.sys.TraceMessage;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;

/**
 * What can be thrown. Keeps the calls under way when it was created; names and lines are looked up
 * when a trace is printed.
 */
public class Throwable implements java.io.Serializable {

    private String message;

    /** This object itself as long as no cause was given. */
    private Throwable cause = this;

    /** Method structure and pc of each call, innermost first; null if it was not kept. */
    private int[] trace;

    private Throwable[] suppressed;

    /** Number of the last print that showed this one: causes may lead back to it. */
    private int lastPrint;

    private static int prints;

    /** Without message. */
    public Throwable() {
        fillInStackTrace();
    }

    /** With a message. */
    public Throwable(String message) {
        this.message = message;
        fillInStackTrace();
    }

    /** With a message and a cause. */
    public Throwable(String message, Throwable cause) {
        this.message = message;
        this.cause = cause;
        fillInStackTrace();
    }

    /** With a cause, whose text becomes the message. */
    public Throwable(Throwable cause) {
        this.message = cause == null ? null : cause.toString();
        this.cause = cause;
        fillInStackTrace();
    }

    /** With all parts; a trace that is not writable is never filled. */
    protected Throwable(String message, Throwable cause, boolean enableSuppression, boolean writableStackTrace) {
        this.message = message;
        this.cause = cause;
        if (writableStackTrace) {
            fillInStackTrace();
        }
    }

    /** Keeps the calls that are under way now, if there is stack enough. */
    public Throwable fillInStackTrace() {
        int frame = StackWalker.frameBelow(this);
        if (frame != 0) {
            int[] calls = new int[StackWalker.traceLength(frame)];
            StackWalker.trace(frame, calls);
            trace = calls;
        }
        return this;
    }

    /** The message, or null. */
    public String getMessage() {
        return message;
    }

    /** The message, or null. */
    public String getLocalizedMessage() {
        return getMessage();
    }

    /** The cause, or null. */
    public Throwable getCause() {
        return cause == this ? null : cause;
    }

    /** Sets the cause, once. */
    public Throwable initCause(Throwable cause) {
        if (this.cause != this) {
            throw new IllegalStateException(
                    "Can't overwrite cause with " + (cause == null ? "a null" : cause.toString()), this);
        }
        if (cause == this) {
            throw new IllegalArgumentException("Self-causation not permitted", this);
        }
        this.cause = cause;
        return this;
    }

    /** Adds an exception that this one has hidden. */
    public final void addSuppressed(Throwable exception) {
        if (exception == this) {
            throw new IllegalArgumentException("Self-suppression not permitted", exception);
        }
        if (exception == null) {
            throw new NullPointerException("Cannot suppress a null exception.");
        }
        int count = suppressed == null ? 0 : suppressed.length;
        Throwable[] longer = new Throwable[count + 1];
        for (int i = 0; i < count; ++i) {
            longer[i] = suppressed[i];
        }
        longer[count] = exception;
        suppressed = longer;
    }

    /** The exceptions that this one has hidden. */
    public final Throwable[] getSuppressed() {
        return suppressed == null ? new Throwable[0] : suppressed.clone();
    }

    /** The calls that were under way, innermost first, without those of the runtime's own part. */
    public StackTraceElement[] getStackTrace() {
        int[] calls = trace;
        int count = 0;
        for (int i = 0; calls != null && i < calls.length; i += 2) {
            if (!MethodTable.isInternal(MethodTable.find(calls[i]))) {
                ++count;
            }
        }
        StackTraceElement[] elements = new StackTraceElement[count];
        int n = 0;
        for (int i = 0; n < count; i += 2) {
            int entry = MethodTable.find(calls[i]);
            if (!MethodTable.isInternal(entry)) {
                elements[n++] = new StackTraceElement(MethodTable.className(entry), MethodTable.methodName(entry),
                        MethodTable.fileName(entry), MethodTable.line(entry, calls[i + 1]));
            }
        }
        return elements;
    }

    /** Prints this, its trace and its causes to the error output; the simulator adds names and lines. */
    public void printStackTrace() {
        printTrace(null, null, "", 0, ++prints);
    }

    /** Prints this, its trace and its causes to a writer. */
    public void printStackTrace(PrintWriter out) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        printStackTrace(new PrintStream(bytes));
        out.print(bytes);
    }

    /** Prints this, its trace and its causes, in the host's format. */
    public void printStackTrace(PrintStream out) {
        printTrace(new StreamTrace(out), null, "", 0, ++prints);
    }

    /**
     * Prints this, its suppressed exceptions and, one after the other, its causes.
     *
     * @param out null is the error output
     * @param outer the exception that this one belongs to, or null
     * @param caption what stands before this one
     * @param tabs depth
     * @param print number of this print
     */
    private void printTrace(TraceOutput out, Throwable outer, String caption, int tabs, int print) {
        for (Throwable thrown = this; thrown != null; thrown = thrown.getCause()) {
            if (thrown.lastPrint == print) {
                printHead(out, tabs, caption + "[CIRCULAR REFERENCE: ", thrown, "]");
                return;
            }
            thrown.lastPrint = print;
            printHead(out, tabs, caption, thrown, "");
            if (out == null) {
                TraceMessage.send(thrown.trace, outer == null ? null : outer.trace, tabs);
            } else {
                out.printCalls(thrown, outer, prefix(tabs));
            }
            for (int i = 0; thrown.suppressed != null && i < thrown.suppressed.length; ++i) {
                thrown.suppressed[i].printTrace(out, thrown, "Suppressed: ", tabs + 1, print);
            }
            outer = thrown;
            caption = "Caused by: ";
        }
    }

    /** The error output gets its parts one by one: after an OutOfMemoryError there is no room to join them. */
    private static void printHead(TraceOutput out, int tabs, String before, Throwable thrown, String after) {
        if (out != null) {
            out.println(prefix(tabs) + before + thrown + after);
            return;
        }
        while (--tabs >= 0) {
            System.err.print('\t');
        }
        System.err.print(before);
        System.err.print(thrown.toString());
        System.err.println(after);
    }

    private static String prefix(int tabs) {
        return tabs == 0 ? "" : prefix(tabs - 1) + '\t';
    }

    @Override
    public String toString() {
        String text = getLocalizedMessage();
        String name = getClass().getName();
        return text == null ? name : name + ": " + text;
    }
}
